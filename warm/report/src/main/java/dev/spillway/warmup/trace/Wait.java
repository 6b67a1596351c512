// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

/**
 * A thread that waited.
 *
 * @param time when
 * @param cause what ended it
 * @param waker the thread that ended it, where the cause is WOKEN
 * @param wakeTime when that thread did so
 */
public record Wait(Interval time, Cause cause, long waker, long wakeTime) {
    /** What ends a wait. */
    public enum Cause {
        /** A thread that is known: unpark, notify, a monitor that was left, the end of a thread that is joined. */
        WOKEN,
        /** Time: sleep, time-outs, and files, which take as long whenever they are asked. */
        TIMED,
        /** The other end of a socket. */
        SOCKET,
        UNKNOWN
    }

    public static Wait by(Interval time, Cause cause) {
        return new Wait(time, cause, 0, 0);
    }
}
