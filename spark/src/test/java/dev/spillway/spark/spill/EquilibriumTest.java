// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The default law in a loop with a model of a heap: where thresholds settle. */
class EquilibriumTest {
    private static final double MB = 1 << 20;
    private static final double FLOOR = 4 * MB;
    private static final double HEAP = 1000 * MB;
    // What an interval allocates for each byte it holds at its end, and how fast.
    private static final double BYTES_PER_MILLI = 100_000;

    private final SpillLaw law = new ByteLaw(SpillParameters.PAPER, new SpillLimits(1024, (long) FLOOR, (long) HEAP));

    /** The mean of the thresholds of the last half of a number of spills, the heap's size for none. */
    private double settled(double initial, int spills, DoubleUnaryOperator gcShareByBytesHeld) {
        SpillThreshold threshold = SpillThreshold.ofBytes((long) initial);
        double sum = 0;
        for (int i = 0; i < spills; i++) {
            // Without a bound memory runs out at half the heap.
            double held = Math.min(threshold.bytes(), HEAP / 2);
            double share = gcShareByBytesHeld.applyAsDouble(held);
            long millis = (long) (held / BYTES_PER_MILLI / (1 - share));
            long gc = (long) (share * millis);
            SpillSample sample = new SpillSample(1000, (long) held, gc, millis / 4, millis, gc * 10, millis * 10);
            threshold = law.spills(threshold, sample) || held >= HEAP / 2 ? law.next(threshold, sample) : law.raised(threshold, sample);
            sum += i < spills / 2 ? 0 : Math.min(threshold.bytes(), HEAP);
        }
        return sum / (spills - spills / 2);
    }

    @ParameterizedTest
    @CsvSource({"0.05", "0.12", "0.3"})
    void collectionsThatComeFromAllocationDoNotLowerTheThreshold(double share) {
        assertTrue(settled(50 * MB, 100, held -> share) > 50 * MB, "settled at " + settled(50 * MB, 100, held -> share) / MB);
    }

    @Test
    void collectionsThatComeFromWhatIsHeldLowerItUntilTheyAreCheap() {
        // Dear above some 100 MB.
        double settled = settled(400 * MB, 200, held -> Math.min(0.8, Math.pow(held / (400 * MB), 2)));
        assertTrue(settled > 30 * MB && settled < 150 * MB, "settled at " + settled / MB);
    }

    @Test
    void ofBothCausesOnlyWhatIsHeldCounts() {
        double settled = settled(400 * MB, 200, held -> 0.1 + Math.min(0.7, Math.pow(held / (400 * MB), 2)));
        assertTrue(settled > 30 * MB && settled < 250 * MB, "settled at " + settled / MB);
    }

    @Test
    void aBaselineIsForgottenWhenAllocationSlowsDown() {
        GcHistory history = new GcHistory(0.4, -1);
        SpillThreshold threshold = SpillThreshold.ofBytes((long) (100 * MB)).with(history);
        for (int i = 0; i < 6; i++) {
            threshold = law.next(threshold, new SpillSample(1000, (long) (10 * MB), 10, 100, 1000, 50, 1000));
        }
        assertTrue(threshold.history().baseline() < 0.02, threshold.toString());
        assertEquals((long) (100 * MB), threshold.bytes(), "it was not reached");
    }

    @Test
    void aFallThatHelpedStays() {
        SpillThreshold high = SpillThreshold.ofBytes((long) (100 * MB));
        SpillThreshold low = law.next(high, new SpillSample(1000, (long) (100 * MB), 300, 200, 1000, 300, 1000));
        assertEquals((long) (50 * MB), low.bytes());
        SpillThreshold helped = law.next(low, new SpillSample(1000, (long) (50 * MB), 5, 100, 500, 305, 1500));
        assertTrue(helped.bytes() < 65 * MB && helped.bytes() >= 50 * MB, helped.toString());
        SpillThreshold vain = law.next(low, new SpillSample(1000, (long) (50 * MB), 150, 100, 500, 450, 1500));
        assertEquals((long) (100 * MB), vain.bytes(), "back up");
        assertEquals(0.3, vain.history().baseline(), 1e-9);
    }
}
