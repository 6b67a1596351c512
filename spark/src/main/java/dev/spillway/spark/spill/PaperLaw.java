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
        double wanted = elements(threshold, afterSpill) * (dear ? parameters.decrease() : parameters.increase());
        return SpillThreshold.ofElements(limits.elements(wanted, afterSpill.bytes() / (double) afterSpill.elements()));
    }

    private static boolean isReached(SpillThreshold threshold, SpillSample sample) {
        return sample.elements() >= threshold.elements() || sample.bytes() >= threshold.bytes();
    }

    // A threshold in bytes stands for as many records of the size seen, however few there were.
    private static double elements(SpillThreshold threshold, SpillSample sample) {
        return threshold.elements() == Long.MAX_VALUE
                ? threshold.bytes() / (sample.bytes() / (double) sample.elements()) : threshold.elements();
    }
}
