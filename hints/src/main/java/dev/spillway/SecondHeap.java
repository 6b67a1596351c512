// SPDX-License-Identifier: Apache-2.0
package dev.spillway;

import java.util.Objects;

/**
 * Hints to the second heap (H2) of the Spillway JDK: which objects live long and belong together.
 *
 * <p>The JVM binds the native methods of this class itself. On any other JVM, and on a Spillway JVM started without
 * {@code -XX:SecondHeapSize}, every method does nothing and {@link #isEnabled()} is false; arguments are checked all the
 * same, so a program behaves alike everywhere. All methods may be called from any thread at any time.
 *
 * <p>A hint is never unsafe: what it names stays an ordinary object, reachable and collected as ever. Labels are plain
 * 64-bit values chosen by the program; every value is legal. Objects of one label share regions, so give one label to
 * what dies together.
 */
public final class SecondHeap {
    /**
     * System property, read once: "false" leaves the MXBean to {@link SecondHeapManagement#register()}. The first use of the platform's
     * MBean server takes more processor time than the start of a small program.
     */
    public static final String MANAGEMENT_PROPERTY = "dev.spillway.management";

    private static final boolean ENABLED = probe();

    static {
        if (ENABLED && !"false".equals(System.getProperty(MANAGEMENT_PROPERTY))) {
            registerBean();
        }
    }

    private SecondHeap() {}

    /** Whether this JVM has a second heap. Constant for the life of the JVM. */
    public static boolean isEnabled() {
        return ENABLED;
    }

    /**
     * Tags one root: the object and what only it reaches (or all it reaches, see {@code -XX:SecondHeapClosure}) belong to
     * the label. Moves nothing by itself, unless H1 runs above {@code -XX:SecondHeapHighThreshold}.
     *
     * @param root the object; tag it when its closure is complete, because later stores into it cost card scanning
     * @param label any value
     * @throws NullPointerException if root is null, on every JVM
     */
    public static void tagRoot(Object root, long label) {
        Objects.requireNonNull(root, "root");
        if (ENABLED) {
            tagRoot0(root, label);
        }
    }

    /**
     * Tags many roots at the cost of one call: the JVM keeps one weak entry (at least 32 bytes of native memory) for each
     * root until it has moved or died. Null elements are skipped; the array itself is neither kept nor tagged.
     *
     * @param roots the objects; read once during the call
     * @param label any value, the same for all
     * @throws NullPointerException if the array is null, on every JVM
     */
    public static void tagRoots(Object[] roots, long label) {
        Objects.requireNonNull(roots, "roots");
        if (ENABLED && roots.length > 0) {
            tagRoots0(roots, label);
        }
    }

    /**
     * Allows the label's tagged roots to move at the next full collection. Starts one when the bytes that wait exceed
     * {@code -XX:SecondHeapMoveTrigger}; returns without waiting for the move otherwise.
     */
    public static void move(long label) {
        if (ENABLED) {
            move0(label);
        }
    }

    /**
     * Withdraws the label's tags that have not moved yet. Objects already in H2 stay until nothing refers to them; this
     * is a wish for space to be freed, never a forced release.
     */
    public static void release(long label) {
        if (ENABLED) {
            release0(label);
        }
    }

    /**
     * Moves all tagged roots, whatever their label, and returns: one full collection, or with {@code
     * -XX:SecondHeapPauseBudget} as many as it takes while each moves something, which can be minutes for gigabytes.
     */
    public static void moveNow() {
        if (ENABLED) {
            moveNow0();
        }
    }

    /** Whether the object is in H2 at this moment. False for null and on any other JVM. */
    public static boolean contains(Object object) {
        return ENABLED && object != null && contains0(object);
    }

    /** The JVM's counters, read at one moment; all zero on any other JVM. Allocates one small array and the record. */
    public static Statistics statistics() {
        long[] values = new long[Statistics.FIELDS];
        if (ENABLED) {
            statistics0(values);
        }
        return Statistics.of(values);
    }

    private static boolean probe() {
        try {
            return isEnabled0();
        } catch (UnsatisfiedLinkError notOurJvm) {
            return false;
        }
    }

    private static void registerBean() {
        try {
            SecondHeapManagement.register();
        } catch (LinkageError | RuntimeException noManagement) {
            // A runtime image without java.management, or a broken MBean server: hints work without the bean.
        }
    }

    private static native boolean isEnabled0();

    private static native void tagRoot0(Object root, long label);

    private static native void tagRoots0(Object[] roots, long label);

    private static native void move0(long label);

    private static native void release0(long label);

    private static native void moveNow0();

    private static native boolean contains0(Object object);

    private static native int statistics0(long[] values);
}
