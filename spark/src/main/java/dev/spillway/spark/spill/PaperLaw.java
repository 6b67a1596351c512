// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * Algorithm 1 of the e-spill paper: a threshold in records, half as many when garbage collection took more than a tenth of
 * the spill's time, a quarter more otherwise. The first threshold is in bytes, since no record has been seen: it becomes one
 * in records, of the size they turn out to have, with the first spill.
 */
public final class PaperLaw implements SpillLaw {
    private final SpillParameters parameters;
    private final SpillLimits limits;

    public PaperLaw(SpillParameters parameters, SpillLimits limits) {
        this.parameters = parameters;
        this.limits = limits;
    }

    @Override
    public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
        return true;
    }

    @Override
    public SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold) {
        return threshold;
    }

    @Override
    public SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill) {
        long elements = threshold.elements() == Long.MAX_VALUE ? afterSpill.elements() : threshold.elements();
        if (elements == 0) {
            return threshold;
        }
        boolean dear = afterSpill.gcMillis() > afterSpill.spillMillis() * parameters.ratio();
        // Spark may spill before the threshold, for want of memory: that tells nothing of a higher one.
        if (!dear && afterSpill.elements() < threshold.elements() && threshold.elements() != Long.MAX_VALUE) {
            return threshold;
        }
        return SpillThreshold.ofElements(
                limits.elements(elements * (dear ? parameters.decrease() : parameters.increase())));
    }
}
