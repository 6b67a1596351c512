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
        if (afterSpill.elements() == 0 || afterSpill.bytes() == 0) {
            return threshold;
        }
        boolean dear = afterSpill.gcMillis() > afterSpill.spillMillis() * parameters.ratio();
        // Spark may spill before the threshold, for want of memory: that tells nothing of a higher one.
        if (!dear && !isReached(threshold, afterSpill)) {
            return threshold;
        }
        double records = elements(threshold, afterSpill);
        double bytesEach = afterSpill.bytes() / (double) afterSpill.elements();
        long next = limits.elements(records * (dear ? parameters.decrease() : parameters.increase()), bytesEach);
        // Few large records may be less than the fewest of a spill: a dear one makes them no more.
        return SpillThreshold.ofElements(dear ? Math.min(next, Math.max(1, (long) records)) : next);
    }

    private static boolean isReached(SpillThreshold threshold, SpillSample sample) {
        return sample.elements() >= threshold.elements() || sample.bytes() >= threshold.bytes();
    }

    // A threshold in bytes stands for as many records of the size seen, however few there were.
    private static double elements(SpillThreshold threshold, SpillSample sample) {
        return threshold.elements(sample.bytes() / (double) sample.elements());
    }
}
