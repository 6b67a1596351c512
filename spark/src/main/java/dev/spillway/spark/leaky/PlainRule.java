// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;

/** How to find the end of a value of one class without making it. */
@FunctionalInterface
interface PlainRule {
    /** Skips what Kryo wrote after the class; false, somewhere in it, if there is something of which the end is not known. */
    boolean skip(Input input);
}
