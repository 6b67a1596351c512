// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

/**
 * What only the VM can do for a server. The class must be one of the boot loader's in a Spillway JDK started with
 * {@code -Ddev.spillway.warm.server=true}; anywhere else its methods end in UnsatisfiedLinkError.
 */
final class WarmVm {
    /** Of {@link #takeExitCode}: no thread has called exit or halt. */
    static final int NO_EXIT = -1;

    private WarmVm() {}

    /**
     * From now on exit and halt end a run, not the VM, whichever thread calls them: it unwinds, the code (0 to 255) is kept, and the eventfd,
     * if it is not -1, becomes readable. To be called once.
     */
    static void arm(int event) {
        arm0(event, new RunEnded());
    }

    /** From now on exit and halt end the VM again. */
    static void disarm() {
        disarm0();
    }

    /** The code of the first exit or halt since the last call, or {@link #NO_EXIT}. */
    static int takeExitCode() {
        return takeExitCode0();
    }

    /**
     * Makes all threads unwind without running any of their handlers, but for those to keep, the caller's (which is to be among them)
     * and those that wait for child processes. Either all or none: none, and false, while one of them is where something of the JDK could be left half done.
     * To be called again until they have ended.
     */
    static boolean endThreads(Thread[] kept) {
        return endThreads0(kept);
    }

    /** The caller is the VM's first thread, which has made nothing since. */
    static void rememberMain() {
        rememberMain0();
    }

    /** What the calling thread makes from now on has the identity hash codes that the first thread would have given then: the same in each run. */
    static void becomeMain() {
        becomeMain0();
    }

    /** Returns when no other thread than the caller is alive that is no daemon. */
    static void awaitNonDaemons() {
        awaitNonDaemons0();
    }

    /** Makes the program's classes uninitialised; returns why that cannot be done, or null. */
    static String reset() {
        return reset0();
    }

    /** Collects, clearing soft references too, and returns what objects of the past run are still there, or null. */
    static String leftovers() {
        return leftovers0();
    }

    /**
     * A static of a class of the JDK that stays initialised, of a number or a text, that is not what it was when this was first asked after the class had
     * been initialised; null if there is none but those that may change. After {@link #leftovers}.
     */
    static String changedStatic() {
        return changedStatic0();
    }

    /** Numbers of the descriptors that live objects have; -2 if a selector, which has its own, is among the objects. After {@link #leftovers}. */
    static int[] descriptors() {
        return descriptors0();
    }

    /** Bytes that the VM has taken from the C library for compiled code. */
    static long codeMemory() {
        return codeMemory0();
    }

    /** Whether a native method of the application's loader has been bound to a function since {@link #reset}. */
    static boolean isNativeMethodBound() {
        return isNativeMethodBound0();
    }

    private static native void arm0(int event, Throwable end);

    private static native void disarm0();

    private static native int takeExitCode0();

    private static native boolean endThreads0(Thread[] kept);

    private static native void rememberMain0();

    private static native void becomeMain0();

    private static native void awaitNonDaemons0();

    private static native String reset0();

    private static native String leftovers0();

    private static native String changedStatic0();

    private static native int[] descriptors0();

    private static native long codeMemory0();

    private static native boolean isNativeMethodBound0();
}
