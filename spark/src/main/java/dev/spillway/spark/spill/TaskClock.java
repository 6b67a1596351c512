// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.TaskReport;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.util.TaskCompletionListener;

/** When a task began, how often it spilled, and what its spillers found, which is published at its end. */
final class TaskClock {
    private final long began = System.nanoTime();
    private final long gcAtStart;
    private final TaskReport report;
    private final EagerSpill executor;
    private final AtomicInteger spills = new AtomicInteger();
    private final Map<StageKey, SpillThreshold> found = new HashMap<>();
    private final TaskContext task;

    /** Begins now. */
    TaskClock(TaskContext task, EagerSpill executor) {
        this.task = task;
        this.executor = executor;
        gcAtStart = executor.gcMillis();
        report = executor.reports().of(task);
    }

    /** Ends with its task. */
    void endWith() {
        task.addTaskCompletionListener((TaskCompletionListener) done -> {
            executor.forget(this);
            publish();
        });
    }

    private synchronized void publish() {
        found.forEach(executor.thresholds()::publish);
    }

    synchronized void found(StageKey key, SpillThreshold threshold) {
        found.put(key, threshold);
    }

    TaskReport report() {
        return report;
    }

    /** Spills of all spillers of the task, with this one. */
    int countSpill() {
        return spills.incrementAndGet();
    }

    int spills() {
        return spills.get();
    }

    long gcMillisAtStart() {
        return gcAtStart;
    }

    /** Records that the task has read from shuffles so far. */
    long recordsRead() {
        TaskMetrics metrics = task.taskMetrics();
        if (metrics == null) {
            return 0;
        }
        // Spark adds what readers have counted every few seconds only.
        metrics.mergeShuffleReadMetrics();
        return metrics.shuffleReadMetrics().recordsRead();
    }

    long millis() {
        return (System.nanoTime() - began) / 1_000_000;
    }
}
