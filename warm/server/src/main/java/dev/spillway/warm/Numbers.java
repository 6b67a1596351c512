// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Counters of java.base that appear in the names of threads ("Thread-0", "pool-1-thread-1", "Cleaner-0"), and what a program can set of the groups of threads. */
final class Numbers {
    private record Counter(AtomicInteger value, int start) {}

    private final Internals.Place threads;
    private final Internals.Place mainPriority;
    private final Internals.Place systemPriority;
    private final Internals.Place mainDaemon;
    private final Internals.Place systemDaemon;
    private final List<Counter> counters = new ArrayList<>();

    Numbers(Internals internals) throws ReflectiveOperationException {
        ThreadGroup main = null;
        threads = internals.staticPlace(Internals.type("java.lang.Thread$ThreadNumbering"), "next", int.class);
        ThreadGroup system = Thread.currentThread().getThreadGroup();
        ThreadGroup[] groups = new ThreadGroup[8];
        int count = system.enumerate(groups, false);
        for (int i = 0; i < count; i++) {
            if (groups[i].getName().equals("main")) {
                main = groups[i];
            }
        }
        mainPriority = internals.place(main, ThreadGroup.class, "maxPriority");
        systemPriority = internals.place(system, ThreadGroup.class, "maxPriority");
        mainDaemon = internals.place(main, ThreadGroup.class, "daemon");
        systemDaemon = internals.place(system, ThreadGroup.class, "daemon");
        add(internals, "java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber");
        add(internals, "java.util.Timer", "nextSerialNumber");
        add(internals, "jdk.internal.misc.InnocuousThread", "threadNumber");
        Class<?> cleaners = Class.forName("jdk.internal.ref.CleanerImpl$InnocuousThreadFactory", true, null);
        Object factory = internals.staticPlace(cleaners, "factory", ThreadFactory.class).get();
        add((AtomicInteger) internals.place(factory, cleaners, "cleanerThreadNumber").get());
    }

    private void add(Internals internals, String holder, String name) throws ReflectiveOperationException {
        Class<?> initialized = Class.forName(holder, true, null);
        add((AtomicInteger) internals.staticPlace(initialized, name, AtomicInteger.class).get());
    }

    private void add(AtomicInteger counter) {
        counters.add(new Counter(counter, counter.get()));
    }

    void restore() {
        threads.set(0);
        mainPriority.set(Thread.MAX_PRIORITY);
        systemPriority.set(Thread.MAX_PRIORITY);
        mainDaemon.set(false);
        systemDaemon.set(false);
        for (Counter counter : counters) {
            counter.value.set(counter.start);
        }
    }
}
