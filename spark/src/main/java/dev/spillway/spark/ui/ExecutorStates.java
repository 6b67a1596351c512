// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** On which executors a mechanism of the plug-in is not on. */
final class ExecutorStates {
    static final String OFF = "OFF";
    static final String REFUSED = "REFUSED";

    // Executors come and go with dynamic allocation.
    private static final int MOST_EXECUTORS = 10_000;

    private final Map<String, Set<String>> notOn = new Recent<>(MOST_EXECUTORS);

    void started(SpillwayStateEvent event) {
        if (OFF.equals(event.kind()) || REFUSED.equals(event.kind())) {
            notOn.computeIfAbsent(event.executor(), executor -> new HashSet<>()).add(key(event.mechanism(), event.kind()));
        }
    }

    /** The keys of all that is not on there; empty for an executor that has not told. */
    Set<String> of(String executor) {
        return notOn.getOrDefault(executor, Set.of());
    }

    /** How a stage's row names a mechanism that is {@link #OFF} or {@link #REFUSED}. */
    static String key(String mechanism, String kind) {
        return mechanism + " " + kind;
    }
}
