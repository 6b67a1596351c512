// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * The default: the paper's control with a threshold in bytes, which records of changing size do not mislead. Only what garbage
 * collection costs more than its baseline counts: collections that come from the rate of allocation do not get fewer by
 * spilling. The baseline is found by trying: a threshold that fell goes back up if the cost of collections stayed as it was, and
 * what is left of it is the baseline then. While the cost above it takes next to nothing of the task's time, thresholds are
 * raised without spilling, so that the law has no effect where memory is ample.
 */
public final class ByteLaw implements SpillLaw {
    // A fall has helped if it took this part of the collections' share away: pauses of the same work differ by less.
    private static final double HELPED = 0.25;

    private final SpillParameters parameters;
    private final SpillLimits limits;

    public ByteLaw(SpillParameters parameters, SpillLimits limits) {
        this.parameters = parameters;
        this.limits = limits;
    }

    @Override
    public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
        // Before the first millisecond or the first collection nothing has cost anything.
        double above = atThreshold.taskGcMillis() - threshold.history().baseline() * atThreshold.taskMillis();
        return parameters.calm() == 0 || atThreshold.taskGcMillis() > 0 && above >= parameters.calm() * atThreshold.taskMillis();
    }

    @Override
    public SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold) {
        return raised(threshold, atThreshold, threshold.history().risen(threshold.history().baseline()));
    }

    private SpillThreshold raised(SpillThreshold threshold, SpillSample sample, GcHistory history) {
        double reached = Math.max(threshold.bytes(), sample.bytes());
        return SpillThreshold.ofBytes(limits.bytes(Math.max(reached * parameters.increase(), reached + 1))).with(history);
    }

    @Override
    public SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill) {
        GcHistory history = threshold.history();
        double share = afterSpill.gcShare();
        if (history.hasFallen() && share > history.beforeFall() * (1 - HELPED)) {
            return backUp(threshold, share);
        }
        if (isDear(threshold, afterSpill)) {
            // Where memory was short before the threshold was reached, memory was the bound.
            double reached = Math.min(threshold.bytes(), afterSpill.bytes());
            return SpillThreshold.ofBytes(limits.bytes(reached * parameters.decrease()))
                    .with(new GcHistory(history.baseline(), share));
        }
        GcHistory risen = history.risen(share);
        // A spill for want of memory tells nothing of a threshold that was not reached.
        return afterSpill.bytes() < threshold.bytes() ? threshold.with(risen) : raised(threshold, afterSpill, risen);
    }

    // With less held collections took no less: they come from what is allocated, and so does what they take now.
    private SpillThreshold backUp(SpillThreshold threshold, double share) {
        return SpillThreshold.ofBytes(limits.bytes(threshold.bytes() / parameters.decrease())).with(new GcHistory(share, -1));
    }

    private boolean isDear(SpillThreshold threshold, SpillSample afterSpill) {
        double above = afterSpill.gcMillis() - threshold.history().baseline() * afterSpill.intervalMillis();
        return spills(threshold, afterSpill) && above > afterSpill.spillMillis() * parameters.ratio();
    }
}
