// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * The default: the paper's control with a threshold in bytes, which records of changing size do not mislead, and which acts only where it
 * pays. A spiller at its threshold goes on with a higher one while collections have taken next to nothing of the time since its task
 * began, and, as long as the stage's data may fit into memory, until collections have cost what the spill would (decision 0205).
 */
public final class ByteLaw implements SpillLaw {
    private final SpillParameters parameters;
    private final SpillLimits limits;
    private final long initialBytes;
    private final long taskBytes;

    /**
     * A law of one executor.
     *
     * @param initialBytes where stages begin
     * @param taskBytes what Spark's memory manager gives a task if all slots are taken: data above it do not fit
     */
    public ByteLaw(SpillParameters parameters, SpillLimits limits, long initialBytes, long taskBytes) {
        this.parameters = parameters;
        this.limits = limits;
        this.initialBytes = initialBytes;
        this.taskBytes = taskBytes;
    }

    @Override
    public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
        return spillsAlways() || presses(atThreshold) && (overflows(threshold, atThreshold) || isPaid(atThreshold));
    }

    private boolean spillsAlways() {
        return parameters.calm() == 0;
    }

    // Before the first collection nothing has cost anything.
    private boolean presses(SpillSample sample) {
        return spillsAlways() || sample.taskGcMillis() > 0 && sample.taskGcMillis() >= parameters.calm() * sample.taskMillis();
    }

    private boolean isPaid(SpillSample atThreshold) {
        return atThreshold.gcMillis() >= parameters.payback() * atThreshold.priceMillis();
    }

    private boolean overflows(SpillThreshold threshold, SpillSample sample) {
        return threshold.overflows() || sample.takenBytes() > taskBytes;
    }

    @Override
    public SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold) {
        double reached = Math.max(threshold.bytes(), atThreshold.bytes());
        long raised = limits.raised(Math.max(reached * parameters.increase(), reached + 1));
        return SpillThreshold.ofBytes(raised).overflowing(overflows(threshold, atThreshold));
    }

    @Override
    public SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill) {
        // Spark made it spill then, for want of memory.
        boolean forced = afterSpill.bytes() < threshold.bytes();
        boolean overflows = forced || overflows(threshold, afterSpill);
        if (isDear(afterSpill)) {
            // Where memory was short before the threshold was reached, memory was the bound. A threshold above the first one may have been
            // raised without a spill, which tells nothing of what it costs.
            double reached = Math.min(Math.min(threshold.bytes(), afterSpill.bytes()), initialBytes);
            return SpillThreshold.ofBytes(limits.fallen(reached * parameters.decrease())).overflowing(overflows);
        }
        // A spill for want of memory tells nothing of a threshold that was not reached.
        return forced ? threshold.overflowing(true) : raised(threshold, afterSpill);
    }

    private boolean isDear(SpillSample afterSpill) {
        return presses(afterSpill) && afterSpill.gcMillis() > afterSpill.spillMillis() * parameters.ratio();
    }
}
