// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;

/** The processes whose end a run wants to know, mostly its children. The JDK has a thread for each, which tells of the end by objects of the run. */
final class ChildProcesses {
    private static final int PAUSE_MILLIS = 1;

    private final Internals internals;
    private final Duration patience;
    private Map<?, ?> completions;  // for good: its class is not reset

    /** @param patience how long they may take to end after their run */
    ChildProcesses(Internals internals, Duration patience) {
        this.internals = internals;
        this.patience = patience;
    }

    // By process id; null when nobody has asked for any since the server's start.
    private Map<?, ?> waitedFor() throws ReflectiveOperationException {
        Class<?> holder = Internals.type("java.lang.ProcessHandleImpl");
        if (completions == null && internals.isInitialized(holder)) {
            completions = (Map<?, ?>) internals.staticValue(holder, "completions", ConcurrentMap.class);
        }
        return completions;
    }

    /** From now on an end runs no code of the program ({@code onExit().thenRun(...)}): its client may have ended. */
    void forgetWhoAsked() throws ReflectiveOperationException {
        Map<?, ?> waitedFor = waitedFor();
        if (waitedFor != null) {
            for (Object completion : waitedFor.values()) {
                internals.place(completion, CompletableFuture.class, "stack").set((Object) null);
            }
        }
    }

    /** Returns when every end has been told; or, after the time given, that one is waited for. */
    String await() throws InterruptedException, ReflectiveOperationException {
        Map<?, ?> waitedFor = waitedFor();
        if (waitedFor == null) {
            return null;
        }
        long deadline = System.nanoTime() + patience.toNanos();
        for (Iterator<?> left = waitedFor.keySet().iterator(); left.hasNext(); left = waitedFor.keySet().iterator()) {
            Object process = left.next();
            if (System.nanoTime() > deadline) {
                return "process " + process + " is still waited for";
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return null;
    }
}
