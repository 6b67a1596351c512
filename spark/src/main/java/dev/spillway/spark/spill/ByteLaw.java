// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * The default: the paper's control with a threshold in bytes, which records of changing size do not mislead, and which acts only
 * under pressure: a spiller at its threshold goes on with a higher one while collections take next to nothing of the time, be it
 * since its task began, so that the law has no effect where memory is ample, or since its last spill, so that it spills as soon
 * as what it holds costs something and not before.
 */
public final class ByteLaw implements SpillLaw {
    private final SpillParameters parameters;
    private final SpillLimits limits;

    public ByteLaw(SpillParameters parameters, SpillLimits limits) {
        this.parameters = parameters;
        this.limits = limits;
    }

    @Override
    public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
        return presses(atThreshold.taskGcMillis(), atThreshold.taskMillis())
                && presses(atThreshold.gcMillis(), atThreshold.intervalMillis());
    }

    // Before the first collection nothing has cost anything.
    private boolean presses(long gcMillis, long millis) {
        return parameters.calm() == 0 || gcMillis > 0 && gcMillis >= parameters.calm() * millis;
    }

    @Override
    public SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold) {
        double reached = Math.max(threshold.bytes(), atThreshold.bytes());
        return SpillThreshold.ofBytes(limits.bytes(Math.max(reached * parameters.increase(), reached + 1)));
    }

    @Override
    public SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill) {
        if (isDear(afterSpill)) {
            // Where memory was short before the threshold was reached, memory was the bound.
            double reached = Math.min(threshold.bytes(), afterSpill.bytes());
            return SpillThreshold.ofBytes(limits.bytes(reached * parameters.decrease()));
        }
        // A spill for want of memory tells nothing of a threshold that was not reached.
        return afterSpill.bytes() < threshold.bytes() ? threshold : raised(threshold, afterSpill);
    }

    private boolean isDear(SpillSample afterSpill) {
        return presses(afterSpill.taskGcMillis(), afterSpill.taskMillis())
                && afterSpill.gcMillis() > afterSpill.spillMillis() * parameters.ratio();
    }
}
