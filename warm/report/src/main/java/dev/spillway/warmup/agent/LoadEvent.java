// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.agent;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Event of the probes in java.base. A copy of it under another name becomes a class of java.base, so that the loader's own
 * code can reach it; it therefore refers to nothing but itself and its super class.
 */
@Name(LoadEvent.NAME)
@StackTrace(false)
public final class LoadEvent extends Event {
    public static final String NAME = "dev.spillway.warmup.Load";

    public static final int LOAD = 0;
    public static final int READ = 1;
    public static final int DEFINE = 2;
    public static final int WAKE = 3;
    public static final int DAEMON = 4;
    public static final int PROGRAM = 5;
    public static final int SHUTDOWN = 6;

    public int kind;
    // Of WAKE and DAEMON: which thread.
    public long target;

    /** Opens an interval of this thread. */
    public static LoadEvent open() {
        LoadEvent event = new LoadEvent();
        event.begin();
        return event;
    }

    /** Closes the interval. */
    public static void close(LoadEvent event, int kind) {
        event.kind = kind;
        event.commit();
    }

    /** Marks a point in time. */
    public static void mark(int kind, long target) {
        LoadEvent event = new LoadEvent();
        event.kind = kind;
        event.target = target;
        event.commit();
    }
}
