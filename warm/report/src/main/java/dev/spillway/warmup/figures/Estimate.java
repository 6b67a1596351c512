// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.Sample;
import java.util.List;

/**
 * Processor time known from samples: those with a property, of all that were taken. Times are nanoseconds.
 *
 * @param time the estimate
 * @param low lower end of its 95% interval
 * @param high upper end of it
 * @param of processor time that all samples stand for
 * @param samples how many samples of equal weight would tell as much
 */
public record Estimate(long time, long low, long high, long of, double samples) {
    /** Quantile of the normal distribution for an interval of 95%. */
    public static final double Z95 = 1.959964;

    /** The time in a kind of code; without any sample, nothing is known of less than one period. */
    public static Estimate of(List<Sample> samples, Mode mode, long period) {
        long whole = 0;
        long time = 0;
        double squares = 0;
        for (Sample sample : samples) {
            whole += sample.weight();
            time += sample.mode() == mode ? sample.weight() : 0;
            squares += (double) sample.weight() * sample.weight();
        }
        // Kish's effective sample size (Survey Sampling, 1965), since a kernel with a slow tick makes samples of unequal weight.
        double size = whole == 0 ? 0 : (double) whole * whole / squares;
        double[] share = wilson(whole == 0 ? 0 : (double) time / whole, size, Z95);
        double all = whole == 0 ? period : whole;
        return new Estimate(time, Math.round(share[0] * all), Math.round(share[1] * all), whole, size);
    }

    /** Wilson's score interval of a share among n trials (Wilson, J. Am. Stat. Assoc. 22, 1927, p. 209). */
    public static double[] wilson(double share, double n, double z) {
        if (n == 0) {
            return new double[] {0, 1};
        }
        double middle = share + z * z / (2 * n);
        double half = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
        double scale = 1 + z * z / n;
        return new double[] {Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)};
    }
}
