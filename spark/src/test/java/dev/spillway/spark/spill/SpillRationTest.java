// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpillRationTest {
    private static final long MB = 1 << 20;
    private static final int MOST = 50;

    @Test
    void theFirstHalfOfTheSpillsIsTheLaws() {
        for (int spills = 0; spills <= MOST / 2; spills++) {
            assertEquals(SpillThreshold.ofBytes(10 * MB), SpillRation.of(SpillThreshold.ofBytes(10 * MB), spills, MOST));
        }
    }

    @Test
    void inTheSecondHalfThresholdsGrowWithEachSpill() {
        assertEquals(SpillThreshold.ofBytes(12 * MB + MB / 2), SpillRation.of(SpillThreshold.ofBytes(10 * MB), MOST / 2 + 1, MOST));
        assertEquals(SpillThreshold.ofElements(1250), SpillRation.of(SpillThreshold.ofElements(1000), MOST / 2 + 1, MOST));
        assertEquals(SpillThreshold.ofElements(Long.MAX_VALUE), SpillRation.of(SpillThreshold.ofElements(Long.MAX_VALUE), MOST, MOST));
    }

    @Test
    void aTaskGoesThroughFarMoreBeforeItsSpillsAreUsedUp() {
        long handled = 0;
        for (int spills = 0; spills < MOST; spills++) {
            handled += SpillRation.of(SpillThreshold.ofBytes(10 * MB), spills, MOST).bytes();
        }
        assertTrue(handled > 20 * MOST * 10 * MB, () -> "not much more than " + MOST * 10 + " MB");
    }
}
