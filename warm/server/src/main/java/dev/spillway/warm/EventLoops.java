// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

/** Threads that wait in native code for events, and wait again when a signal interrupts them. The server's C code knows how to reach them. */
final class EventLoops {
    private EventLoops() {}

    /** Makes them come back, once; to be called when all threads of the run have been told to end. */
    static void wake() {
        wake0();
    }

    private static native void wake0();
}
