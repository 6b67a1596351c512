// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.Recent;
import java.util.Map;

/** The thresholds of the stages used last; older ones are forgotten. Thread-safe. */
public final class RecentStages {
    /** Stages that are remembered. */
    static final int MOST = 1000;

    private final Map<StageKey, SpillThreshold> thresholds = new Recent<>(MOST);

    /** The last threshold found, or null. */
    public synchronized SpillThreshold get(StageKey key) {
        return thresholds.get(key);
    }

    /** What is known, or null if nothing was: then this is. */
    synchronized SpillThreshold putIfAbsent(StageKey key, SpillThreshold threshold) {
        return thresholds.putIfAbsent(key, threshold);
    }

    /** Takes another threshold where that one is still known. */
    synchronized void replace(StageKey key, SpillThreshold known, SpillThreshold threshold) {
        thresholds.replace(key, known, threshold);
    }

    /** Takes what a task found; later ones win, but a stage that overflows does so for all. */
    public synchronized void put(StageKey key, SpillThreshold threshold) {
        thresholds.put(key, threshold.overflowing(overflows(key)));
    }

    /** Whether a task has found that the stage does. */
    synchronized boolean overflows(StageKey key) {
        SpillThreshold known = thresholds.get(key);
        return known != null && known.overflows();
    }
}
