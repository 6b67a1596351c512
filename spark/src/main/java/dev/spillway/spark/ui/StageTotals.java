// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.executor.TaskMetrics;

/** One stage as events tell it: Spark's metrics of its tasks, and the plug-in's sums. */
final class StageTotals {
    private final StageAttempt stage;
    private String name = "";
    private SpillwayStageEvent report;
    private long tasks;
    private long bytesRead;
    private long bytesReadWithMemory;
    private long memory;
    private double largestDmr = -1;
    private long runMillis;
    private long gcMillis;
    private long fetchWaitMillis;
    private long fetchMillis;
    private long diskBytesSpilled;
    private final Map<String, Long> notOn = new HashMap<>();

    StageTotals(StageAttempt stage) {
        this.stage = stage;
    }

    void name(String stageName) {
        name = stageName == null ? "" : stageName;
    }

    /** Takes the plug-in's sums, which replace earlier ones. */
    void report(SpillwayStageEvent event) {
        report = event;
    }

    /** Adds a task that has ended; its memory is 0 if not known. With what was not on where it ran, by {@link ExecutorStates#key}. */
    void add(TaskMetrics task, long memoryPerTask, Set<String> notOnThere) {
        long read = task.inputMetrics().bytesRead() + task.shuffleReadMetrics().totalBytesRead();
        tasks++;
        bytesRead += read;
        if (memoryPerTask > 0) {
            bytesReadWithMemory += read;
            memory += memoryPerTask;
            largestDmr = Math.max(largestDmr, (double) read / memoryPerTask);
        }
        runMillis += task.executorRunTime();
        gcMillis += task.jvmGCTime();
        fetchWaitMillis += task.shuffleReadMetrics().fetchWaitTime();
        fetchMillis += task.shuffleReadMetrics().remoteReqsDuration();
        diskBytesSpilled += task.diskBytesSpilled();
        notOnThere.forEach(key -> notOn.merge(key, 1L, Long::sum));
    }

    StageRow row() {
        return new StageRow(stage.stage(), stage.attempt(), name, tasks, bytesRead,
                memory == 0 ? -1 : (double) bytesReadWithMemory / memory, largestDmr, runMillis, gcMillis, fetchWaitMillis, fetchMillis,
                diskBytesSpilled, report == null ? Map.of() : report.sums(), report == null ? List.of() : report.thresholds(), notOn);
    }
}
