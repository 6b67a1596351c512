// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.List;
import java.util.Map;

/**
 * What is changed in a class.
 *
 * @param advice name of each method to the advice that is copied into it
 * @param writable final fields that the advice sets, which are final no more
 * @param newField name of a field to add for the advice, of type Object; null for none
 * @param comparing method in which a call of the bridge takes the place of Scala's ==; null for none
 */
record Rewriting(Map<String, Class<?>> advice, List<String> writable, String newField, String comparing) {
    /** Stands for all constructors. */
    static final String CONSTRUCTOR = "<init>";

    /** For a method that compares keys as Scala's == does, where NaN is not NaN, and 1 is 1L: it compares by equals while eager spill is on. */
    static Rewriting comparingByBridge(String method) {
        return new Rewriting(Map.of(), List.of(), null, method);
    }

    static Rewriting of(Map<String, Class<?>> advice) {
        return new Rewriting(advice, List.of(), null, null);
    }
}
