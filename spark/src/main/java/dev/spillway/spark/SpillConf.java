// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.spill.ByteLaw;
import dev.spillway.spark.spill.PaperLaw;
import dev.spillway.spark.spill.SpillLaw;
import dev.spillway.spark.spill.SpillParameters;
import dev.spillway.spark.spill.SpillStart;
import dev.spillway.spark.spill.SpillStarts;
import dev.spillway.spark.spill.SpillThreshold;

/** The application's settings of eager spill. */
record SpillConf(
        boolean enabled,
        ConfigKeys.SpillRule rule,
        double initialFraction,
        SpillParameters parameters,
        SpillBounds bounds,
        int maxSpills,
        int pieces) {
    private static final long LEAST_PAGES = 2;

    /** The same for sorters: most of what a spill of theirs takes is sorting, which they do anyway, so it need not pay. */
    SpillConf ofSorters() {
        return new SpillConf(enabled, rule, initialFraction, parameters.withoutPayback(), bounds, maxSpills, pieces);
    }

    /**
     * The same for sorters that take memory in pages: with less than a few they would spill single records, and as collections need not walk their records,
     * no spill of what fits pays.
     */
    SpillConf ofPages(long pageBytes) {
        return new SpillConf(enabled, rule, initialFraction, parameters.neverPaid(), bounds.ofPages(LEAST_PAGES * pageBytes), maxSpills, pieces);
    }

    /**
     * How spillers of an executor begin.
     *
     * @param heapBytes largest size of the heap
     * @param pageBytes size of a page of its task memory managers
     * @param cores tasks that run at once
     */
    SpillStarts starts(long heapBytes, long pageBytes, int cores) {
        return new SpillStarts(start(heapBytes, cores, 0), ofSorters().start(heapBytes, cores, pieces), ofSorters().start(heapBytes, cores, 0),
                ofPages(pageBytes).start(heapBytes, cores, 0));
    }

    private SpillStart start(long heapBytes, int cores, int piecesOfKind) {
        return new SpillStart(law(heapBytes, cores, piecesOfKind), initial(heapBytes, cores));
    }

    /** Where a stage begins: heap and cores as Algorithm 1 of the e-spill paper takes them, line 4. */
    SpillThreshold initial(long heapBytes, int cores) {
        return SpillThreshold.ofBytes(Math.max(bounds.minBytes(), (long) (heapBytes * initialFraction / Math.max(1, cores))));
    }

    SpillLaw law(long heapBytes, int cores, int piecesOfKind) {
        if (rule == ConfigKeys.SpillRule.PAPER) {
            return new PaperLaw(parameters, bounds.limits(heapBytes));
        }
        long initialBytes = initial(heapBytes, cores).bytes();
        return new ByteLaw(parameters, bounds.limits(heapBytes, initialBytes, cores), initialBytes, piecesOfKind);
    }
}
