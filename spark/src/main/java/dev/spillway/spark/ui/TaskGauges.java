// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import com.codahale.metrics.MetricRegistry;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * For sinks what the tab shows by stage: Spark's measures of all tasks of an application that have ended, on its driver. Sums from
 * its start, so that a sink's own rates tell what happens now. Thread-safe.
 */
public final class TaskGauges extends MemoryListener {
    private static final String PREFIX = "tasks.";

    private final StageTotals totals = new StageTotals(new StageAttempt(-1, 0));

    /**
     * Registers the gauges, which read 0, or -1 where that is the value for none, until tasks end.
     *
     * @param registry of the driver's plug-in
     */
    public void register(MetricRegistry registry) {
        gauge(registry, "ended", StageRow::tasks);
        gauge(registry, "bytesRead", StageRow::bytesRead);
        gauge(registry, "runMillis", StageRow::runMillis);
        gauge(registry, "gcMillis", StageRow::gcMillis);
        gauge(registry, "fetchWaitMillis", StageRow::fetchWaitMillis);
        gauge(registry, "fetchMillis", StageRow::fetchMillis);
        gauge(registry, "diskBytesSpilled", StageRow::diskBytesSpilled);
        registry.gauge(PREFIX + "dmr", () -> () -> row().dmr());
        registry.gauge(PREFIX + "largestDmr", () -> () -> row().largestDmr());
    }

    private void gauge(MetricRegistry registry, String name, ToLongFunction<StageRow> value) {
        registry.gauge(PREFIX + name, () -> () -> value.applyAsLong(row()));
    }

    private synchronized StageRow row() {
        return totals.row();
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
        // A task that was lost has no metrics.
        if (event.taskMetrics() != null) {
            totals.add(event.taskMetrics(), memory.perTask(event.taskInfo().executorId()), Set.of());
        }
    }
}
