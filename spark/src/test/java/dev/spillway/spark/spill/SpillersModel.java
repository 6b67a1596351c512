// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A model of tasks that share a heap of 1,000 MB, each with one spiller, in steps of 10 ms: collections stop all of them for a share of
 * the time that depends on what all hold; a task allocates its part of 100 MB a second and spills as much; where 60% of the heap
 * is held, memory is short. Tasks end one by one, after a minute or with their data, and new ones of the stage begin at the threshold
 * found last.
 */
final class SpillersModel {
    static final double MB = 1 << 20;
    static final double HEAP = 1000 * MB;
    private static final double STEP = 10;
    private static final double BYTES_PER_MILLI = MB / 10;

    private final SpillLaw law;
    private final int tasks;
    private final DoubleUnaryOperator gcShareByBytesHeld;
    private final Random random = new Random(1);
    private final double bytesOfTask;
    private final List<Task> running = new ArrayList<>();
    private SpillThreshold stage;
    private double now;
    private double gc;
    private double handled;
    private double spilling;

    /** Number of spills. */
    private int spills;

    /** What a run came to; MB are those that tasks went through in a second, threshold the mean of the second half, spillShare that of the tasks' time without collections. */
    record Outcome(double gcShare, double megabytes, double thresholdBytes, int spills, double spillShare) {}

    /** A stage whose data do not fit, which is known. */
    SpillersModel(SpillLaw law, int tasks, DoubleUnaryOperator gcShareByBytesHeld) {
        this(law, tasks, gcShareByBytesHeld, Double.MAX_VALUE, true);
    }

    SpillersModel(SpillLaw law, int tasks, DoubleUnaryOperator gcShareByBytesHeld, double bytesOfTask, boolean overflows) {
        this.law = law;
        this.tasks = tasks;
        this.gcShareByBytesHeld = gcShareByBytesHeld;
        this.bytesOfTask = bytesOfTask;
        stage = SpillThreshold.ofBytes((long) initial(tasks)).overflowing(overflows);
    }

    static double initial(int tasks) {
        return 0.1 * HEAP / tasks;
    }

    Outcome run(double seconds) {
        for (int i = 0; i < tasks; i++) {
            running.add(new Task(random.nextDouble() / 2 * initial(tasks)));
        }
        double thresholds = 0;
        int steps = (int) (seconds * 1000 / STEP);
        for (int i = 0; i < steps; i++) {
            double share = gcShareByBytesHeld.applyAsDouble(running.stream().mapToDouble(t -> t.held).sum());
            now += STEP;
            gc += STEP * share;
            running.replaceAll(task -> task.goesOn(STEP * (1 - share)));
            thresholds += i < steps / 2 ? 0 : Math.min(stage.bytes(), most(tasks)) / (steps - steps / 2);
        }
        return new Outcome(gc / now, handled / MB / seconds, thresholds, spills, spilling / now / tasks);
    }

    static double most(int tasks) {
        return 0.6 * HEAP / tasks;
    }

    private final class Task {
        private final double began = now;
        private final double gcAtStart = gc;
        private final double ends = now + 60_000 * (0.8 + 0.4 * random.nextDouble());
        private SpillThreshold threshold = stage;
        private double held;
        private double lastSpill = now;
        private double gcAtLastSpill = gc;
        private double spillBegan;
        private double toWrite;
        private double taken;

        Task(double held) {
            this.held = held;
        }

        Task goesOn(double millis) {
            if (now > ends || taken > bytesOfTask) {
                return new Task(0);
            }
            if (toWrite > 0) {
                writes(millis);
            } else {
                takes(millis * BYTES_PER_MILLI / tasks);
            }
            return this;
        }

        private void takes(double bytes) {
            held += bytes;
            taken += bytes;
            handled += bytes;
            boolean spill = held >= most(tasks);
            if (held > threshold.bytes() || records() > threshold.elements()) {
                threshold = threshold.overflowing(stage.overflows());
                if (law.spills(threshold, sample(0))) {
                    spill = true;
                } else {
                    found(law.raised(threshold, sample(0)));
                }
            }
            if (spill) {
                toWrite = held;
                spillBegan = now;
            }
        }

        private void writes(double millis) {
            toWrite -= millis * BYTES_PER_MILLI;
            if (toWrite <= 0) {
                spills++;
                spilling += held / BYTES_PER_MILLI;
                found(law.next(threshold, sample((long) (now - spillBegan))));
                lastSpill = now;
                gcAtLastSpill = gc;
                held = 0;
            }
        }

        // Of a kilobyte.
        private long records() {
            return (long) held >> 10;
        }

        private SpillSample sample(long spillMillis) {
            return new SpillSample(records(), (long) held, (long) (gc - gcAtLastSpill), spillMillis, (long) (now - lastSpill),
                    (long) (gc - gcAtStart), (long) (now - began), (long) taken, (long) (held / BYTES_PER_MILLI), 0, (long) most(tasks));
        }

        private void found(SpillThreshold next) {
            threshold = next;
            stage = next.overflowing(stage.overflows());
        }
    }
}
