// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

/**
 * A thread that waited.
 *
 * @param time when
 * @param cause what ended it
 * @param waker the thread that ended it, where the cause is WOKEN
 * @param wakeTime when that thread did so
 * @param on the kind of wait: the class that was parked on or locked, or the event's name
 */
public record Wait(Interval time, Cause cause, long waker, long wakeTime, String on) {
    /** What ends a wait. */
    public enum Cause {
        /** A thread that is known: unpark, interrupt, notify, a monitor that was left, the end of a thread that is joined. */
        WOKEN,
        /** Time: sleep, time-outs, and files, which take as long whenever they are asked. */
        TIMED,
        /** The other end of a socket. */
        SOCKET,
        UNKNOWN
    }

    /** A wait that no thread ended. */
    public static Wait by(Interval time, Cause cause, String on) {
        return new Wait(time, cause, 0, 0, on);
    }
}
