// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.spill.SpillParameters;
import dev.spillway.spark.spill.SpillSample;
import dev.spillway.spark.spill.SpillStart;
import dev.spillway.spark.spill.SpillStarts;
import dev.spillway.spark.spill.SpillThreshold;
import org.junit.jupiter.api.Test;

/** How low thresholds may fall. */
class SpillConfTest {
    private static final long MB = 1 << 20;
    private static final long HEAP = 1000 * MB;

    private static final double DEFAULT_FRACTION = 0.025;

    private static long fallen(ConfigKeys.SpillRule rule, double initialFraction, long floor) {
        return fallen(rule, initialFraction, new SpillBounds(floor, DEFAULT_FRACTION, 1024, 1));
    }

    private static long fallen(ConfigKeys.SpillRule rule, double initialFraction, SpillBounds bounds) {
        SpillConf conf = new SpillConf(true, rule, initialFraction, SpillParameters.PAPER, bounds, 50, 16);
        SpillThreshold threshold = conf.initial(HEAP, 2);
        for (int i = 0; i < 30; i++) {
            long bytes = bytes(threshold);
            threshold = conf.law(HEAP, 2, 0).next(threshold, new SpillSample(bytes >> 10, bytes, 500, 100, 1000, 500, 1000, bytes, 0, 0, HEAP / 2));
        }
        return bytes(threshold);
    }

    // Records of a kilobyte.
    private static long bytes(SpillThreshold threshold) {
        return threshold.elements() == Long.MAX_VALUE ? threshold.bytes() : threshold.elements() << 10;
    }

    @Test
    void theDefaultLawGoesDownToAFortiethOfTheHeapForAllTasksTogether() {
        assertEquals(HEAP / 80, fallen(ConfigKeys.SpillRule.DEFAULT, 0.1, 4 * MB), 1);
        assertEquals(20 * MB, fallen(ConfigKeys.SpillRule.DEFAULT, 0.1, 20 * MB), "the user's floor");
        assertEquals(5 * MB, fallen(ConfigKeys.SpillRule.DEFAULT, 0.01, 4 * MB), 1, "no higher than it began");
    }

    @Test
    void mapsWaitUntilCollectionsHavePaidForASpillAndSortersDoNot() {
        SpillBounds bounds = new SpillBounds(4 * MB, DEFAULT_FRACTION, 1024, 1);
        SpillStarts starts = new SpillConf(true, ConfigKeys.SpillRule.DEFAULT, 0.1, SpillParameters.PAPER, bounds, 50, 16).starts(HEAP, MB, 2);
        SpillSample unpaid = new SpillSample(1000, 50 * MB, 500, 0, 5000, 500, 5000, 50 * MB, 750, 0, HEAP / 2);
        assertFalse(starts.maps().law().spills(starts.maps().initial(), unpaid));
        assertTrue(starts.sorters().law().spills(starts.sorters().initial(), unpaid));
    }

    @Test
    void sortersOfPagesDoNotSpillWhatMayFitUnlessPaybackIsZero() {
        SpillSample fits = new SpillSample(1000, 100 * MB, 5000, 0, 5000, 5000, 5000, 100 * MB, 1, 0, HEAP / 2);
        SpillSample doesNotFit = new SpillSample(1000, 100 * MB, 5000, 0, 5000, 5000, 5000, HEAP / 2 + 1, 1, 0, HEAP / 2);
        SpillThreshold threshold = pages(SpillParameters.PAPER).initial();
        assertFalse(pages(SpillParameters.PAPER).law().spills(threshold, fits));
        assertTrue(pages(SpillParameters.PAPER).law().spills(threshold, doesNotFit));
        assertTrue(pages(SpillParameters.PAPER).law().spills(new SpillThreshold(Long.MAX_VALUE, threshold.bytes(), true), fits), "another task's did not");
        assertTrue(pages(SpillParameters.PAPER.withoutPayback()).law().spills(threshold, fits));
    }

    private static SpillStart pages(SpillParameters parameters) {
        SpillBounds bounds = new SpillBounds(4 * MB, DEFAULT_FRACTION, 1024, 1);
        return new SpillConf(true, ConfigKeys.SpillRule.DEFAULT, 0.1, parameters, bounds, 50, 16).starts(HEAP, MB, 2).pages();
    }

    @Test
    void thePapersLawHasNoFloorButItsRecords() {
        assertEquals(1024 << 10, fallen(ConfigKeys.SpillRule.PAPER, 0.1, 4 * MB));
        assertEquals(5000 << 10, fallen(ConfigKeys.SpillRule.PAPER, 0.1, new SpillBounds(4 * MB, DEFAULT_FRACTION, 5000, 1)), "the user's floor");
    }

    @Test
    void theFloorOfTheDefaultLawIsASetting() {
        assertEquals(HEAP / 20, fallen(ConfigKeys.SpillRule.DEFAULT, 0.2, new SpillBounds(4 * MB, 0.1, 1024, 1)), 1);
        assertEquals(4 * MB, fallen(ConfigKeys.SpillRule.DEFAULT, 0.1, new SpillBounds(4 * MB, 0, 1024, 1)));
    }

    @Test
    void aThresholdThatFallsNeverBecomesNone() {
        assertEquals(20 * MB, fallen(ConfigKeys.SpillRule.DEFAULT, 0.1, new SpillBounds(20 * MB, DEFAULT_FRACTION, 1024, 0.01)));
    }

    @Test
    void aThresholdAboveTheCeilingIsNone() {
        SpillBounds bounds = new SpillBounds(4 * MB, DEFAULT_FRACTION, 1024, 0.5);
        SpillConf conf = new SpillConf(true, ConfigKeys.SpillRule.DEFAULT, 0.1, SpillParameters.PAPER, bounds, 50, 16);
        SpillThreshold threshold = conf.initial(HEAP, 2);
        long last = 0;
        for (int i = 0; i < 30 && threshold.bytes() < Long.MAX_VALUE; i++) {
            last = threshold.bytes();
            threshold = conf.law(HEAP, 2, 0).raised(threshold, new SpillSample(last >> 10, last, 0, 0, 1000, 0, 1000, last, 0, 0, HEAP / 2));
        }
        assertEquals(Long.MAX_VALUE, threshold.bytes());
        assertTrue(last > HEAP / 2 / 1.26 && last < HEAP / 2, "the last threshold there was");
    }
}
