// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import dev.spillway.SecondHeap;

/** Short forms for what most tests do with the second heap. */
public final class H2 {
    private H2() {}

    /** Throws unless this VM has an H2, so that no test passes on the wrong image. */
    public static void required() {
        Check.that(SecondHeap.isEnabled(), "this VM has no second heap");
    }

    /** Tags the root and moves everything that is tagged; throws unless the root arrived. */
    public static <T> T moved(T root, long label) {
        required();
        SecondHeap.tagRoot(root, label);
        SecondHeap.moveNow();
        in(root, "root of label " + label);
        return root;
    }

    /** Throws unless the object is in H2. */
    public static void in(Object o, String what) {
        Check.that(SecondHeap.contains(o), what + " is not in H2");
    }

    /** Throws if the object is in H2. */
    public static void notIn(Object o, String what) {
        Check.that(!SecondHeap.contains(o), what + " is in H2");
    }

    /** Bytes that objects occupy in H2. */
    public static long used() {
        return SecondHeap.statistics().usedBytes();
    }

    /** Regions freed since start. */
    public static long freedRegions() {
        return SecondHeap.statistics().freedRegions();
    }
}
