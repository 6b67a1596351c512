// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The threads of a run: those that are there now and were not when this object was made, apart from those that wait for child processes. */
final class RunThreads {
    private static final int PAUSE_NANOS = 200_000;

    private final Internals internals;
    private final Duration patience;
    private final Runnable wake;
    private final Set<Thread> before = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Thread, String> looks = new IdentityHashMap<>();
    private final Map<Thread, ClassLoader> loaders = new IdentityHashMap<>();

    /**
     * @param patience how long threads may take to end
     * @param wake makes those come back that wait in native code, once
     */
    RunThreads(Internals internals, Duration patience, Runnable wake) throws ClassNotFoundException {
        // Starts the JDK's own cleaner, which would else seem to be the first run's.
        Class.forName("jdk.internal.ref.CleanerFactory", true, null);
        this.internals = internals;
        this.patience = patience;
        this.wake = wake;
        before.addAll(List.of(internals.allThreads()));
        before.forEach(thread -> looks.put(thread, looks(thread)));
        before.forEach(thread -> loaders.put(thread, thread.getContextClassLoader()));
    }

    private static String looks(Thread thread) {
        return thread.getName() + " of priority " + thread.getPriority();
    }

    /** What a program may have told the JDK's own threads, which none of them needs. */
    void restore() {
        for (Map.Entry<Thread, ClassLoader> thread : loaders.entrySet()) {
            if (thread.getKey().getContextClassLoader() != thread.getValue()) {
                thread.getKey().setContextClassLoader(thread.getValue());
            }
        }
    }

    /** Why the JDK's own threads are not as they were, or null. */
    String change() {
        for (Map.Entry<Thread, String> thread : looks.entrySet()) {
            if (!looks(thread.getKey()).equals(thread.getValue())) {
                return "the program changed a thread of the JDK: " + thread.getValue();
            }
        }
        return null;
    }

    /** Ends them without running any of their code; returns why that cannot be done, or null. */
    String end() throws InterruptedException {
        Set<Thread> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(before);
        kept.add(Thread.currentThread());
        Thread[] all = kept.toArray(Thread[]::new);
        long deadline = System.nanoTime() + patience.toNanos();
        boolean woken = false;
        for (;;) {
            List<Thread> left = left();
            if (left.isEmpty()) {
                return null;
            }
            for (Thread thread : left) {
                String refusal = refusal(thread);
                if (refusal != null) {
                    return refusal;
                }
            }
            // Not before all are told to end: what comes back must not run on.
            if (WarmVm.endThreads(all) && !woken) {
                wake.run();
                woken = true;
            }
            if (System.nanoTime() > deadline) {
                return "the program's thread \"" + left.get(0).getName() + "\" does not end";
            }
            Thread.sleep(0, PAUSE_NANOS);
        }
    }

    // What a thread that stays holds of the run is found later.
    private List<Thread> left() {
        List<Thread> left = new ArrayList<>();
        for (Thread thread : internals.allThreads()) {
            if (thread != Thread.currentThread() && !before.contains(thread) && !internals.isProcessReaper(thread)) {
                left.add(thread);
            }
        }
        return left;
    }

    // Why a thread must not be ended, or null.
    private static String refusal(Thread thread) {
        // The VM's own; nobody knows what was changed through it.
        return thread.getName().equals("Attach Listener") ? "a tool has attached to the VM" : null;
    }
}
