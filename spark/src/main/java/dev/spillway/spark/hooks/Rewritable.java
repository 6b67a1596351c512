// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.List;

/** Classes of Spark that a mechanism rewrites before they are loaded. */
public interface Rewritable {
    /** What does not fit, in words; empty if the classes can be rewritten. Loads none of the classes it looks at. */
    List<String> misfits();

    /**
     * Rewrites the classes, unless that was done before, and changes nothing of what they do.
     *
     * @throws IllegalStateException if one of them was loaded before without hook; Spark behaves as ever then
     * @throws ReflectiveOperationException if Spark's loader does not let us in
     */
    void rewrite() throws ReflectiveOperationException;
}
