// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerStageCompleted;

/**
 * Sums the reports of tasks by stage, on the driver, and posts the sums: at most once a second for each stage that runs, and
 * more seldom the longer it runs, so that the event log does not grow with tasks. The 1000 stages that reported last are kept. Thread-safe.
 */
public final class StageReports extends SparkListener {
    private static final int MOST_STAGES = 1000;
    private static final int MOST_POINTS = 64;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    // An hour's stage posts 120 times.
    private static final int PAUSES_OF_AGE = 20;

    private final Consumer<SparkListenerEvent> bus;
    private final LongSupplier nanoClock;
    private final Map<StageAttempt, Sums> stages = new Recent<>(MOST_STAGES);
    private final Set<StageAttempt> late = new HashSet<>();
    // Of stages that failed or were cancelled before any of their tasks reported.
    private final Set<StageAttempt> completedUnseen = Collections.newSetFromMap(new Recent<>(MOST_STAGES));

    /**
     * Begins on a driver.
     *
     * @param bus takes the events; must not block
     */
    public StageReports(Consumer<SparkListenerEvent> bus) {
        this(bus, System::nanoTime);
    }

    StageReports(Consumer<SparkListenerEvent> bus, LongSupplier nanoClock) {
        this.bus = bus;
        this.nanoClock = nanoClock;
    }

    /** Takes a message for which {@link TaskReport#isIn} says yes. */
    public synchronized void receive(Map<?, ?> message) {
        StageAttempt stage = TaskReport.stageIn(message);
        Sums sums = sums(stage);
        sums.add(message);
        if (isDue(sums, nanoClock.getAsLong())) {
            post(stage, sums);
        } else if (sums.completed) {
            late.add(stage);
        }
        late.removeIf(this::posts);
    }

    // Tasks that a completed stage left behind may report all at once, and no event of the stage comes after them.
    private boolean posts(StageAttempt stage) {
        Sums sums = stages.get(stage);
        boolean due = sums != null && isDue(sums, nanoClock.getAsLong());
        if (due && sums.changed) {
            post(stage, sums);
        }
        return sums == null || due;
    }

    private static boolean isDue(Sums sums, long now) {
        return !sums.posted || now - sums.postedAt >= Math.max(PAUSE_NANOS, (now - sums.began) / PAUSES_OF_AGE);
    }

    private Sums sums(StageAttempt stage) {
        return stages.computeIfAbsent(stage, s -> new Sums(nanoClock.getAsLong(), completedUnseen.remove(s)));
    }

    private void post(StageAttempt stage, Sums sums) {
        bus.accept(sums.event(stage));
        sums.changed = false;
        sums.posted = true;
        sums.postedAt = nanoClock.getAsLong();
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted completed) {
        StageAttempt stage = new StageAttempt(completed.stageInfo().stageId(), completed.stageInfo().attemptNumber());
        Sums sums = stages.get(stage);
        if (sums == null) {
            completedUnseen.add(stage);
            return;
        }
        sums.completed = true;
        if (sums.changed) {
            post(stage, sums);
        }
    }

    /** Posts all that waits. */
    public synchronized void flush() {
        stages.forEach((stage, sums) -> {
            if (sums.changed) {
                post(stage, sums);
            }
        });
        late.clear();
    }

    private static final class Sums {
        private final Map<String, Long> sums = new HashMap<>();
        private final ThresholdTrack thresholds = new ThresholdTrack(MOST_POINTS);
        private final long began;
        private long tasks;
        private long postedAt;
        private boolean posted;
        private boolean completed;
        private boolean changed;

        private Sums(long began, boolean completed) {
            this.began = began;
            this.completed = completed;
        }

        private void add(Map<?, ?> message) {
            tasks++;
            changed = true;
            TaskReport.sumsIn(message).forEach((key, value) -> sums.merge((String) key, (Long) value, Long::sum));
            TaskReport.thresholdsIn(message).forEach(thresholds::add);
        }

        private SpillwayStageEvent event(StageAttempt stage) {
            return new SpillwayStageEvent(stage.stage(), stage.attempt(), tasks, sums, thresholds.points());
        }
    }
}
