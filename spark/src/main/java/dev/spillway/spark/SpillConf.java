// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.spill.ByteLaw;
import dev.spillway.spark.spill.PaperLaw;
import dev.spillway.spark.spill.SpillLaw;
import dev.spillway.spark.spill.SpillLimits;
import dev.spillway.spark.spill.SpillParameters;
import dev.spillway.spark.spill.SpillThreshold;

/** The application's settings of eager spill. */
record SpillConf(
        boolean enabled,
        ConfigKeys.SpillRule rule,
        double initialFraction,
        SpillParameters parameters,
        long floorBytes,
        int maxSpills) {
    /** The same for spillers that take memory in pages: with less than a few they would spill single records. */
    SpillConf ofPages(long pageBytes) {
        return new SpillConf(enabled, rule, initialFraction, parameters, Math.max(floorBytes, LEAST_PAGES * pageBytes), maxSpills);
    }

    private static final long LEAST_PAGES = 2;

    // The law in records has no other floor; Spark looks at sizes every 32 records.
    private static final long FLOOR_ELEMENTS = 1024;

    // What spillers hold together at the floor of the default law: collections are not due to so little.
    private static final double IDLE_FRACTION = 0.025;

    /** Where a stage begins: heap and cores as Algorithm 1 of the e-spill paper takes them, line 4. */
    SpillThreshold initial(long heapBytes, int cores) {
        return SpillThreshold.ofBytes(Math.max(floorBytes, (long) (heapBytes * initialFraction / Math.max(1, cores))));
    }

    SpillLaw law(long heapBytes, int cores) {
        return rule == ConfigKeys.SpillRule.PAPER
                ? new PaperLaw(parameters, new SpillLimits(FLOOR_ELEMENTS, floorBytes, heapBytes))
                : new ByteLaw(parameters, new SpillLimits(FLOOR_ELEMENTS, leastBytes(heapBytes, cores), heapBytes), initial(heapBytes, cores).bytes());
    }

    private long leastBytes(long heapBytes, int cores) {
        long idle = (long) (heapBytes * IDLE_FRACTION / Math.max(1, cores));
        return Math.max(floorBytes, Math.min(initial(heapBytes, cores).bytes(), idle));
    }
}
