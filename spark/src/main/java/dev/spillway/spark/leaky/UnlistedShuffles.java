// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.spark.ui.Recent;
import java.util.List;
import java.util.Map;

/**
 * Which shuffles that Java's serializer wrote are left to Spark from the start: those that turned out to have other types than
 * {@link ClosedTypes}, and all of them once three reads ended so and none did well. Thread-safe.
 */
final class UnlistedShuffles {
    private static final int MOST = 1000;
    private static final int ENOUGH = 3;

    private final Map<Integer, Boolean> known = new Recent<>(MOST);
    private int failures;
    private boolean anyRead;

    /** Whether to read the shuffle of that id leakily. */
    synchronized boolean isToBeTried(int shuffle) {
        return !known.containsKey(shuffle) && (anyRead || failures < ENOUGH);
    }

    /** Other types were among the inputs of one RDD; its other tasks may find out at the same time. */
    synchronized void failed(List<Integer> shuffles) {
        if (!known.keySet().containsAll(shuffles)) {
            failures++;
        }
        shuffles.forEach(shuffle -> known.put(shuffle, true));
    }

    /** An RDD could be read. */
    synchronized void read() {
        anyRead = true;
    }
}
