// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * The default: the paper's control with a threshold in bytes, which records of changing size do not mislead, and which does
 * not spill for the threshold while garbage collection takes next to nothing of the task's time: it only rises then, and so
 * has no effect where memory is ample.
 */
public final class ByteLaw implements SpillLaw {
    private final SpillParameters parameters;
    private final SpillLimits limits;

    public ByteLaw(SpillParameters parameters, SpillLimits limits) {
        this.parameters = parameters;
        this.limits = limits;
    }

    @Override
    public boolean spills(SpillSample atThreshold) {
        // Before the first millisecond or the first collection nothing has cost anything.
        return parameters.calm() == 0 || atThreshold.taskGcMillis() > 0
                && atThreshold.taskGcMillis() >= parameters.calm() * atThreshold.taskMillis();
    }

    @Override
    public SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold) {
        double reached = Math.max(threshold.bytes(), atThreshold.bytes());
        return SpillThreshold.ofBytes(limits.bytes(Math.max(reached * parameters.increase(), reached + 1)));
    }

    @Override
    public SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill) {
        boolean dear = spills(afterSpill) && afterSpill.gcMillis() > afterSpill.spillMillis() * parameters.ratio();
        if (dear) {
            // Where memory was short before the threshold was reached, memory was the bound.
            return SpillThreshold.ofBytes(limits.bytes(Math.min(threshold.bytes(), afterSpill.bytes()) * parameters.decrease()));
        }
        // A spill for want of memory tells nothing of a threshold that was not reached.
        return afterSpill.bytes() < threshold.bytes() ? threshold : raised(threshold, afterSpill);
    }
}
