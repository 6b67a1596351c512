// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * The default: the paper's control with a threshold in bytes, which records of changing size do not mislead, and which acts only
 * under pressure: a spiller at its threshold goes on with a higher one while collections have taken next to nothing of the time
 * since its task began, so that the law has no effect where memory is ample.
 */
public final class ByteLaw implements SpillLaw {
    private final SpillParameters parameters;
    private final SpillLimits limits;
    private final long initialBytes;

    /** @param initialBytes where stages begin */
    public ByteLaw(SpillParameters parameters, SpillLimits limits, long initialBytes) {
        this.parameters = parameters;
        this.limits = limits;
        this.initialBytes = initialBytes;
    }

    @Override
    public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
        return presses(atThreshold.taskGcMillis(), atThreshold.taskMillis());
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
            // Where memory was short before the threshold was reached, memory was the bound. A threshold above the first one may have been
            // raised without a spill, which tells nothing of what it costs.
            double reached = Math.min(Math.min(threshold.bytes(), afterSpill.bytes()), initialBytes);
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
