// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.time.Duration;
import java.util.Map;

/** The child processes that a run started and may not have waited for. The JDK has a thread for each, which tells of its end by objects of the run. */
final class ChildProcesses {
    private static final int PAUSE_MILLIS = 1;

    private final Internals internals;
    private final Duration patience;

    /** @param patience how long children may take to end after their run */
    ChildProcesses(Internals internals, Duration patience) {
        this.internals = internals;
        this.patience = patience;
    }

    /** Returns when the end of every child has been told; or, after the time given, that one lives on. */
    String await() throws InterruptedException, ReflectiveOperationException {
        Class<?> holder = Internals.type("java.lang.ProcessHandleImpl");
        if (!internals.isInitialized(holder)) {
            return null;
        }
        Map<?, ?> waitedFor = (Map<?, ?>) internals.staticValue(holder, "completions", java.util.concurrent.ConcurrentMap.class);
        long deadline = System.nanoTime() + patience.toNanos();
        while (!waitedFor.isEmpty()) {
            if (System.nanoTime() > deadline) {
                return "child process " + waitedFor.keySet().iterator().next() + " is still running";
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return null;
    }
}
