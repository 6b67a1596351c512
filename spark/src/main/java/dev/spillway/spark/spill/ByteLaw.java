// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * The default: the paper's control with a threshold in bytes, which records of changing size do not mislead, and which acts only where it
 * pays. A spiller at its threshold goes on with a higher one while collections have taken next to nothing of the time since its task
 * began, and, as long as the stage's data may fit into memory, until collections have cost what the spill would (decision 0205). A sorter whose
 * data do not fit spills them in small pieces from the beginning (decision 0208).
 */
public final class ByteLaw implements SpillLaw {
    // Of what Spark gives a task; the rest is for errors of the estimate and for what else the task holds.
    private static final double ROOM = 0.75;

    private final SpillParameters parameters;
    private final SpillLimits limits;
    private final long initialBytes;
    private final int pieces;

    /**
     * A law of one executor.
     *
     * @param initialBytes where stages begin
     * @param pieces in which data that do not fit are spilled from the beginning, whatever collections take; 0 if they are not
     */
    public ByteLaw(SpillParameters parameters, SpillLimits limits, long initialBytes, int pieces) {
        this.parameters = parameters;
        this.limits = limits;
        this.initialBytes = initialBytes;
        this.pieces = pieces;
    }

    @Override
    public long firstLook() {
        return pieces > 0 ? limits.floorBytes() : Long.MAX_VALUE;
    }

    @Override
    public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
        if (pieces > 0 && overflows(atThreshold)) {
            return true;
        }
        boolean isReached = atThreshold.bytes() >= threshold.bytes();
        return isReached && (spillsAlways() || presses(atThreshold) && (overflows(threshold, atThreshold) || isPaid(atThreshold)));
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

    // What another task of the stage had says less than what this one is to read, and nothing where collections are cheap.
    private boolean overflows(SpillThreshold threshold, SpillSample sample) {
        return overflows(sample) || !isExpected(sample) && threshold.overflows();
    }

    private boolean overflows(SpillSample sample) {
        return isExpected(sample) && sample.expectedBytes() > ROOM * sample.shareBytes() || sample.takenBytes() > sample.shareBytes();
    }

    // What a map will hold cannot be told from what it took so far: the first values of a key take more than the others.
    private boolean isExpected(SpillSample sample) {
        return pieces > 0 && sample.expectedBytes() > 0;
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
        SpillThreshold next = uncapped(threshold, afterSpill, forced).overflowing(overflows);
        return overflows && pieces > 0 ? capped(next, afterSpill) : next;
    }

    private SpillThreshold uncapped(SpillThreshold threshold, SpillSample afterSpill, boolean forced) {
        if (isDear(afterSpill)) {
            // Where memory was short before the threshold was reached, memory was the bound. A threshold above the first one may have been
            // raised without a spill, which tells nothing of what it costs.
            double reached = Math.min(Math.min(threshold.bytes(), afterSpill.bytes()), initialBytes);
            return SpillThreshold.ofBytes(limits.fallen(reached * parameters.decrease()));
        }
        // A spill for want of memory tells nothing of a threshold that was not reached.
        return forced ? threshold : raised(threshold, afterSpill);
    }

    // Spills are due: small ones sort what the processor's caches and the young generation still hold.
    private SpillThreshold capped(SpillThreshold next, SpillSample afterSpill) {
        double piece = afterSpill.expectedBytes() > 0 ? afterSpill.expectedBytes() / (double) pieces : initialBytes;
        return SpillThreshold.ofBytes(Math.min(next.bytes(), limits.fallen(Math.min(piece, initialBytes)))).overflowing(true);
    }

    private boolean isDear(SpillSample afterSpill) {
        return presses(afterSpill) && afterSpill.gcMillis() > afterSpill.spillMillis() * parameters.ratio();
    }
}
