// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.StageSum;
import dev.spillway.spark.ui.TaskReports;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Eager spill in one executor: gives each spiller that a task makes its controller, and counts those that it leaves to Spark. */
public final class EagerSpill implements BiFunction<Object, Boolean, Object> {
    /** Kind of the leaky map, which reports its spills itself. */
    public static final String LEAKY_MAP = "LeakyMap";

    private static final Logger LOG = LoggerFactory.getLogger(EagerSpill.class);

    private final SpillStarts starts;
    private final LongSupplier memoryBytes;
    private final int maxSpills;
    private final LongSupplier gcClock;
    private final StageThresholds thresholds;
    private final StageInputs inputs;
    private final SpillPrices prices = new SpillPrices();
    private final SpillMetrics metrics;
    private final TaskReports reports;
    private final Map<Long, TaskClock> tasks = new ConcurrentHashMap<>();
    private final AtomicBoolean failed = new AtomicBoolean();

    /**
     * Begins in an executor.
     *
     * @param starts how spillers begin
     * @param memoryBytes that Spark's memory manager gives to all tasks together now; it changes where it follows the memory balancer
     * @param maxSpills spills of one task after which thresholds do not make it spill any more
     * @param gcClock milliseconds of garbage collection since the JVM's start
     * @param context reaches the driver and the metrics
     * @param reports take what a task's spillers did, for the stage's row in the UI
     */
    public EagerSpill(SpillStarts starts, LongSupplier memoryBytes, int maxSpills, LongSupplier gcClock, PluginContext context, TaskReports reports) {
        this.starts = starts;
        this.memoryBytes = memoryBytes;
        this.maxSpills = maxSpills;
        this.gcClock = gcClock;
        this.reports = reports;
        metrics = new SpillMetrics(context.metricRegistry());
        thresholds = new StageThresholds(context, metrics.carried::inc);
        inputs = new StageInputs(context);
    }

    /**
     * The controller of a spiller that the running task has just made; null outside of tasks, for buffers of rows, for a threshold
     * of the user's, and for pages that are not in the heap, where no collection sees them.
     */
    @Override
    public Object apply(Object spiller, Boolean isUsersThreshold) {
        try {
            if (RowBuffers.isOne(spiller)) {
                return null;
            }
            StageSum reason = isUsersThreshold ? StageSum.USER_THRESHOLDS
                    : ((MemoryConsumer) spiller).getMode() == MemoryMode.ON_HEAP ? null : StageSum.OFF_HEAP_SPILLERS;
            if (reason == null) {
                return controller(SpillerKind.of(spiller));
            }
            leave(reason);
        } catch (Exception | Error e) {
            // It is called in the constructors of Spark's classes: without a controller they do what they always did.
            leaveAfter(e);
        }
        return null;
    }

    private void leaveAfter(Throwable failure) {
        if (!failed.getAndSet(true)) {
            LOG.warn("Eager spill could not take control of a spiller, which spills as in stock Spark; this is said once", failure);
        }
        try {
            leave(StageSum.FAILED_CONTROLLERS);
        } catch (Exception | Error e) {
            LOG.debug("A spiller without a controller was not counted", e);
        }
    }

    /** Counts a spiller of the running task that is left to Spark, for one of {@link StageSum#EAGER_FALL_BACKS}. */
    public void leave(StageSum reason) {
        TaskContext task = TaskContext.get();
        if (task != null) {
            metrics.left(reason);
            reports.of(task).add(reason, 1);
        }
    }

    /**
     * A controller for spillers of one kind.
     *
     * @return null outside of tasks
     */
    public EagerSpiller controller(String kind) {
        TaskContext task = TaskContext.get();
        if (task == null) {
            return null;
        }
        TaskClock clock = clock(task);
        StageKey key = new StageKey(task.stageId(), kind);
        metrics.spillers.inc();
        LOG.debug("Eager spill controls {}", key);
        SpillStart start = starts.of(kind);
        if (start.law().looksAhead()) {
            inputs.recordsOfTask(task.stageId());
        }
        return new EagerSpiller(key, this, clock, start.law(), thresholds.begin(key, start.initial()));
    }

    /** Notes when a task begins; without it, the task's first spiller is when. */
    public void begin(TaskContext task) {
        clock(task);
    }

    private TaskClock clock(TaskContext task) {
        TaskClock clock = tasks.get(task.taskAttemptId());
        if (clock == null) {
            TaskClock made = new TaskClock(task, this);
            clock = tasks.putIfAbsent(task.taskAttemptId(), made);
            if (clock == null) {
                // Only now: of a task that has completed, Spark tells at once.
                made.endWith();
                return made;
            }
        }
        return clock;
    }

    void forget(TaskClock clock) {
        tasks.values().remove(clock);
    }

    /** Bytes that a task may have while as many run as do now; the memory manager divides by those that hold any. */
    long shareBytes() {
        return memoryBytes.getAsLong() / Math.max(1, tasks.size());
    }

    int maxSpills() {
        return maxSpills;
    }

    long gcMillis() {
        return gcClock.getAsLong();
    }

    StageThresholds thresholds() {
        return thresholds;
    }

    StageInputs inputs() {
        return inputs;
    }

    SpillPrices prices() {
        return prices;
    }

    SpillMetrics metrics() {
        return metrics;
    }

    TaskReports reports() {
        return reports;
    }
}
