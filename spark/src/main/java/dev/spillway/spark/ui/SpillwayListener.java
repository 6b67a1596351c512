// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.util.kvstore.KVStore;

/**
 * Makes rows of the tab from events, of a running application or of a log. The 1000 stages with the latest events have rows; an application
 * without events of the plug-in has none. Thread-safe.
 */
public final class SpillwayListener extends MemoryListener {
    private static final int MOST_STAGES = 1000;
    private static final int MOST_STATES = 100;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Rows rows;
    private final LongSupplier nanoClock;
    private final ExecutorStates executors = new ExecutorStates();
    // In the order of their last event: a long stage is not the oldest.
    private final Map<StageAttempt, StageTotals> stages = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<StageAttempt, Long> writtenAt = new HashMap<>();
    private final Map<String, StateRow> states = new HashMap<>();
    private boolean ours;

    /**
     * A listener that has seen nothing.
     *
     * @param store of Spark's UI, takes the rows
     */
    public SpillwayListener(KVStore store) {
        this(store, System::nanoTime);
    }

    SpillwayListener(KVStore store, LongSupplier nanoClock) {
        rows = new Rows(store);
        this.nanoClock = nanoClock;
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted event) {
        totals(event.stageInfo().stageId(), event.stageInfo().attemptNumber()).name(event.stageInfo().name());
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
        // A task that was lost has no metrics.
        if (event.taskMetrics() != null) {
            StageAttempt stage = new StageAttempt(event.stageId(), event.stageAttemptId());
            String executor = event.taskInfo().executorId();
            totals(stage.stage(), stage.attempt()).add(event.taskMetrics(), memory.perTask(executor), executors.of(executor));
            Long last = writtenAt.get(stage);
            if (last == null || nanoClock.getAsLong() - last >= PAUSE_NANOS) {
                write(stage);
            }
        }
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
        write(new StageAttempt(event.stageInfo().stageId(), event.stageInfo().attemptNumber()));
    }

    @Override
    public synchronized void onOtherEvent(SparkListenerEvent event) {
        if (event instanceof SpillwayStageEvent sums) {
            totals(sums.stageId(), sums.stageAttempt()).report(sums);
            begin();
            write(new StageAttempt(sums.stageId(), sums.stageAttempt()));
        } else if (event instanceof SpillwayStateEvent state) {
            begin();
            executors.started(state);
            count(state);
        }
    }

    private void begin() {
        if (!ours) {
            ours = true;
            flush();
        }
    }

    private void count(SpillwayStateEvent event) {
        StateRow row = new StateRow(event.mechanism(), event.kind(), event.detail(), 1, event.executor());
        StateRow known = states.get(row.key());
        if (known != null || states.size() < MOST_STATES) {
            StateRow now = known == null ? row : known.and(event.executor());
            states.put(row.key(), now);
            rows.write(now);
        }
    }

    private StageTotals totals(int stage, int attempt) {
        StageAttempt key = new StageAttempt(stage, attempt);
        StageTotals known = stages.get(key);
        if (known != null) {
            return known;
        }
        if (stages.size() == MOST_STAGES) {
            forget(stages.keySet().iterator().next());
        }
        StageTotals totals = new StageTotals(key);
        stages.put(key, totals);
        return totals;
    }

    private void forget(StageAttempt stage) {
        stages.remove(stage);
        if (writtenAt.remove(stage) != null) {
            rows.delete(StageRow.class, stage.text());
        }
    }

    private void write(StageAttempt stage) {
        StageTotals totals = stages.get(stage);
        if (ours && totals != null) {
            rows.write(totals.row());
            writtenAt.put(stage, nanoClock.getAsLong());
        }
    }

    /** Writes all rows as they are now: the log of an application that still runs ends anywhere. */
    public synchronized void flush() {
        List.copyOf(stages.keySet()).forEach(this::write);
    }
}
