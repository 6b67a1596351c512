// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpillLawTest {
    private static final long MB = 1 << 20;
    private static final long INITIAL = 100 * MB;
    private static final long TASK = 300 * MB;
    private static final SpillLimits LIMITS = new SpillLimits(1024, 4 * MB, 1000 * MB);

    private final SpillLaw paper = new PaperLaw(SpillParameters.PAPER, new SpillLimits(1024, 0, 1000 * MB));
    private final SpillLaw bytes = new ByteLaw(SpillParameters.PAPER, LIMITS, INITIAL, 0);

    private final SpillLaw unpaid = new ByteLaw(SpillParameters.PAPER.neverPaid(), LIMITS, INITIAL, 16);
    private final SpillLaw sorters = new ByteLaw(SpillParameters.PAPER.withoutPayback(), LIMITS, INITIAL, 16);

    @Test
    void thePapersLawHalvesAboveATenthOfTheSpillTime() {
        SpillThreshold threshold = SpillThreshold.ofElements(100_000);
        assertEquals(SpillThreshold.ofElements(50_000), paper.next(threshold, afterSpill(100_000, 50 * MB, 11, 100)));
        assertEquals(SpillThreshold.ofElements(125_000), paper.next(threshold, afterSpill(100_000, 50 * MB, 10, 100)));
    }

    @Test
    void thePapersLawTurnsToRecordsWithTheFirstSpill() {
        SpillThreshold first = SpillThreshold.ofBytes(50 * MB);
        assertEquals(SpillThreshold.ofElements(125_000), paper.next(first, afterSpill(100_000, 50 * MB, 0, 100)));
        assertEquals(SpillThreshold.ofElements(1024), paper.next(first, afterSpill(1500, 50 * MB, 100, 100)), "the floor");
    }

    @Test
    void aDearSpillOfFewLargeRecordsDoesNotRaiseThePapersThreshold() {
        assertEquals(SpillThreshold.ofElements(3), paper.next(SpillThreshold.ofBytes(50 * MB), afterSpill(3, 50 * MB, 100, 100)), "in bytes");
        assertEquals(SpillThreshold.ofElements(3), paper.next(SpillThreshold.ofElements(3), afterSpill(3, 50 * MB, 100, 100)), "in records");
    }

    @Test
    void aThresholdInRecordsFallsBelowOneInBytesByTheRecordsThatMakeThem() {
        assertTrue(SpillThreshold.ofElements(50).isBelow(SpillThreshold.ofBytes(1000), 10));
        assertFalse(SpillThreshold.ofElements(125).isBelow(SpillThreshold.ofBytes(1000), 10));
        assertTrue(SpillThreshold.ofElements(50).isBelow(SpillThreshold.ofElements(100), 10));
        assertTrue(SpillThreshold.ofBytes(50).isBelow(SpillThreshold.ofBytes(100), 10));
        assertFalse(SpillThreshold.ofBytes(Long.MAX_VALUE).isBelow(SpillThreshold.ofBytes(Long.MAX_VALUE), 10));
    }

    @Test
    void aFirstSpillThatMemoryForcedDoesNotSetThePapersThresholdToItsFewRecords() {
        SpillThreshold first = SpillThreshold.ofBytes(50 * MB);
        assertEquals(first, paper.next(first, afterSpill(4_000, 2 * MB, 0, 100)), "it was not reached");
        assertEquals(SpillThreshold.ofElements(50_000), paper.next(first, afterSpill(4_000, 2 * MB, 50, 100)), "half of 50 MB of such records");
    }

    @Test
    void thePapersLawDoesNotRiseByASpillThatMemoryForced() {
        SpillThreshold threshold = SpillThreshold.ofElements(100_000);
        assertEquals(threshold, paper.next(threshold, afterSpill(40_000, 50 * MB, 0, 100)));
        assertEquals(threshold, paper.next(threshold, afterSpill(0, 50 * MB, 0, 100)), "nobody counted");
    }

    @Test
    void thePapersLawAlwaysSpillsAtItsThreshold() {
        assertTrue(paper.spills(SpillThreshold.ofElements(1), atThreshold(0, 100_000)));
    }

    @Test
    void theDefaultLawDoesNotSpillWhileCollectionsCostNothing() {
        assertFalse(bytes.spills(SpillThreshold.ofBytes(MB), atThreshold(19, 1000)));
        assertTrue(bytes.spills(SpillThreshold.ofBytes(MB), atThreshold(20, 1000)));
        assertEquals(125 * MB, bytes.raised(SpillThreshold.ofBytes(100 * MB), atThreshold(0, 1000)).bytes());
    }

    @Test
    void theDefaultLawGoesOnSpillingOnceCollectionsHaveCostTheTaskSomething() {
        SpillThreshold threshold = SpillThreshold.ofBytes(MB);
        assertTrue(bytes.spills(threshold, new SpillSample(1000, 2 * MB, 0, 0, 1000, 500, 2000, TASK + 1, 30, 0, TASK)), "none since the last spill");
        assertFalse(bytes.spills(threshold, new SpillSample(1000, 2 * MB, 30, 0, 1000, 30, 2000, TASK + 1, 30, 0, TASK)), "next to nothing of the task's time");
    }

    @Test
    void aThresholdThatWasRaisedWithoutSpillsFallsBelowTheFirstOne() {
        assertEquals(INITIAL / 2, bytes.next(SpillThreshold.ofBytes(400 * MB), afterSpill(1000, 400 * MB, 300, 100)).bytes());
        assertEquals(20 * MB, bytes.next(SpillThreshold.ofBytes(400 * MB), afterSpill(1000, 40 * MB, 300, 100)).bytes(), "memory was short");
    }

    @Test
    void aFallOfOneSpillerStaysWhileOthersKeepTheHeapFull() {
        SpillThreshold low = bytes.next(SpillThreshold.ofBytes(100 * MB), afterSpill(1000, 100 * MB, 300, 100));
        assertEquals(50 * MB, low.bytes());
        assertEquals(25 * MB, bytes.next(low, afterSpill(500, 50 * MB, 400, 50)).bytes());
    }

    @Test
    void aThresholdThatIsRaisedIsAboveWhatWasReached() {
        SpillLaw still = new ByteLaw(new SpillParameters(0.1, 0.5, 1.0, 0.02, 2), LIMITS, INITIAL, 0);
        assertEquals(100 * MB + 1, still.raised(SpillThreshold.ofBytes(100 * MB), atThreshold(0, 1000)).bytes());
    }

    @Test
    void aTaskThatHasJustBegunIsCalm() {
        assertFalse(bytes.spills(SpillThreshold.ofBytes(MB), atThreshold(0, 0)));
        assertTrue(new ByteLaw(new SpillParameters(0.1, 0.5, 1.25, 0, 2), LIMITS, INITIAL, 0).spills(SpillThreshold.ofBytes(MB), atThreshold(0, 0)), "told to spill always");
    }

    @Test
    void theDefaultLawHasNoBoundAboveTheHeap() {
        SpillThreshold threshold = SpillThreshold.ofBytes(900 * MB);
        assertEquals(Long.MAX_VALUE, bytes.raised(threshold, atThreshold(0, 1000)).bytes());
    }

    @Test
    void theDefaultLawHalvesWhatWasReachedWhenCollectionsAreDear() {
        SpillThreshold threshold = SpillThreshold.ofBytes(100 * MB);
        assertEquals(50 * MB, bytes.next(threshold, afterSpill(1000, 100 * MB, 50, 100)).bytes());
        assertEquals(20 * MB, bytes.next(threshold, afterSpill(1000, 40 * MB, 50, 100)).bytes(), "memory was the bound");
        assertEquals(4 * MB, bytes.next(threshold, afterSpill(1000, MB, 50, 100)).bytes(), "the floor");
    }

    @Test
    void theDefaultLawRisesAfterACheapSpillAndNeverFallsByOne() {
        SpillThreshold threshold = SpillThreshold.ofBytes(100 * MB);
        assertEquals(125 * MB, bytes.next(threshold, afterSpill(1000, 100 * MB, 5, 100)).bytes());
        assertEquals(threshold.overflowing(true), bytes.next(threshold, afterSpill(1000, 40 * MB, 5, 100)), "it was not reached");
        SpillThreshold none = SpillThreshold.ofBytes(Long.MAX_VALUE);
        assertEquals(none.overflowing(true), bytes.next(none, afterSpill(1000, 40 * MB, 5, 100)), "no bound by a spill that cost nothing");
    }

    @Test
    void dataThatMayFitAreSpilledOnceCollectionsHavePaidForIt() {
        SpillThreshold threshold = SpillThreshold.ofBytes(100 * MB);
        assertFalse(bytes.spills(threshold, new SpillSample(1000, 100 * MB, 2999, 0, 9000, 2999, 9000, 100 * MB, 1500, 0, TASK)));
        assertTrue(bytes.spills(threshold, new SpillSample(1000, 100 * MB, 3000, 0, 9000, 3000, 9000, 100 * MB, 1500, 0, TASK)));
        assertFalse(bytes.raised(threshold, new SpillSample(1000, 100 * MB, 2999, 0, 9000, 2999, 9000, 100 * MB, 1500, 0, TASK)).overflows());
    }

    @Test
    void dataThatDoNotFitAreSpilledWhateverThatTakes() {
        SpillThreshold threshold = SpillThreshold.ofBytes(100 * MB);
        SpillSample cheap = new SpillSample(1000, 100 * MB, 200, 0, 9000, 200, 9000, 100 * MB, 1500, 0, TASK);
        assertTrue(bytes.spills(threshold.overflowing(true), cheap), "another task of the stage had more");
        assertTrue(bytes.spills(threshold, new SpillSample(1000, 100 * MB, 200, 0, 9000, 200, 9000, TASK + 1, 1500, 0, TASK)), "this one has had more");
        assertFalse(bytes.spills(threshold, cheap));
    }

    @Test
    void aStageOverflowsOnceATaskHasSpilledForWantOfMemoryOrHadMoreThanItsShare() {
        SpillThreshold threshold = SpillThreshold.ofBytes(100 * MB);
        assertTrue(bytes.next(threshold, new SpillSample(1000, 40 * MB, 5, 100, 1000, 5, 1000, 40 * MB, 0, 0, TASK)).overflows());
        assertTrue(bytes.next(threshold, new SpillSample(1000, 100 * MB, 500, 100, 1000, 500, 1000, TASK + 1, 0, 0, TASK)).overflows());
        assertFalse(bytes.next(threshold, new SpillSample(1000, 100 * MB, 500, 100, 1000, 500, 1000, TASK, 0, 0, TASK)).overflows());
    }

    private static SpillSample afterSpill(long elements, long bytes, long gcMillis, long spillMillis) {
        return new SpillSample(elements, bytes, gcMillis, spillMillis, 1000, gcMillis, 1000, TASK + 1, 0, 0, TASK);
    }

    private static SpillSample atThreshold(long taskGcMillis, long taskMillis) {
        return new SpillSample(1000, 100 * MB, taskGcMillis, 0, taskMillis, taskGcMillis, taskMillis, TASK + 1, 1500, 0, TASK);
    }

    @Test
    void sortersWhoseDataWillNotFitSpillBeforeTheirThresholdWhateverCollectionsTake() {
        SpillThreshold first = SpillThreshold.ofBytes(INITIAL);
        assertEquals(4 * MB, sorters.firstLook());
        assertEquals(Long.MAX_VALUE, bytes.firstLook(), "no sorters");
        assertTrue(sorters.spills(first, early(TASK)));
        assertFalse(sorters.spills(first, early(TASK / 2)), "they fit");
        assertFalse(sorters.spills(first, early(0)), "not known");
        assertFalse(bytes.spills(first, early(TASK)), "no sorters");
    }

    @Test
    void aTaskWhoseDataFitDoesNotSpillForAnotherOneThatWasLarger() {
        SpillThreshold first = SpillThreshold.ofBytes(INITIAL).overflowing(true);
        assertFalse(sorters.spills(first, early(TASK / 2)));
        assertFalse(sorters.spills(first, early(0)), "not known, and collections have taken nothing");
    }

    @Test
    void whereNothingIsExpectedAnotherTasksDataCountOnlyAtTheThresholdAndWhenCollectionsPress() {
        SpillThreshold reached = SpillThreshold.ofBytes(4 * MB).overflowing(true);
        SpillThreshold later = SpillThreshold.ofBytes(4 * MB + 1).overflowing(true);
        assertFalse(unpaid.spills(reached, pressed(19)));
        assertTrue(unpaid.spills(reached, pressed(20)));
        assertFalse(unpaid.spills(later, pressed(20)));
        assertFalse(unpaid.spills(SpillThreshold.ofBytes(4 * MB), pressed(20)), "no task of the stage had too much, and nothing has paid");
    }

    // A sorter that has taken 4 MB of nobody knows how many.
    private static SpillSample pressed(long gcMillis) {
        return new SpillSample(1000, 4 * MB, gcMillis, 0, 1000, gcMillis, 1000, 4 * MB, 60, 0, TASK);
    }

    @Test
    void whatFitsWhereFewTasksRunDoesNotWhereManyDo() {
        SpillThreshold first = SpillThreshold.ofBytes(INITIAL);
        assertFalse(sorters.spills(first, early(TASK, 2 * TASK)));
        assertTrue(sorters.spills(first, early(TASK, TASK)));
        assertTrue(sorters.spills(first, new SpillSample(1000, 40 * MB, 0, 0, 100, 0, 100, 40 * MB, 60, 0, 39 * MB)), "nothing expected, but taken");
    }

    @Test
    void beforeItsThresholdNothingButTheSizeOfItsDataMakesASorterSpill() {
        SpillLaw always = new ByteLaw(new SpillParameters(0.1, 0.5, 1.25, 0, 0), LIMITS, INITIAL, 16);
        assertFalse(always.spills(SpillThreshold.ofBytes(INITIAL), early(0)));
        assertTrue(always.spills(SpillThreshold.ofBytes(MB), early(0)), "the threshold");
    }

    @Test
    void sortersWhoseDataDoNotFitSpillASixteenthOfThemAndNoMoreThanTheFirstThreshold() {
        SpillThreshold first = SpillThreshold.ofBytes(INITIAL);
        assertEquals(SpillThreshold.ofBytes(20 * MB).overflowing(true), sorters.next(first, afterEarlySpill(4, 0, 320)));
        assertEquals(SpillThreshold.ofBytes(INITIAL).overflowing(true), sorters.next(first, afterEarlySpill(4, 0, 3200)));
        assertEquals(SpillThreshold.ofBytes(INITIAL).overflowing(true), sorters.next(SpillThreshold.ofBytes(Long.MAX_VALUE), afterEarlySpill(400, 0, 0)), "Spark spilled all it could hold");
        assertEquals(SpillThreshold.ofBytes(4 * MB).overflowing(true), sorters.next(first, afterEarlySpill(4, 50, 320)), "dear: the floor");
        assertFalse(sorters.next(first, afterEarlySpill(100, 0, 200)).overflows());
    }

    // A sorter that has taken 4 MB, without collections.
    private static SpillSample early(long expected) {
        return early(expected, TASK);
    }

    private static SpillSample early(long expected, long share) {
        return new SpillSample(1000, 4 * MB, 0, 0, 100, 0, 100, 4 * MB, 60, expected, share);
    }

    private static SpillSample afterEarlySpill(long megabytes, long gcMillis, long expectedMegabytes) {
        return new SpillSample(1000, megabytes * MB, gcMillis, 100, 200, gcMillis, 200, megabytes * MB, 0, expectedMegabytes * MB, TASK);
    }

    @Test
    void thePapersLawDoesNotSpillLessThanPagesHave() {
        SpillLaw ofPages = new PaperLaw(SpillParameters.PAPER, new SpillLimits(1024, 32 * MB, 1000 * MB));
        SpillThreshold threshold = SpillThreshold.ofElements(100_000);
        for (int i = 0; i < 20; i++) {
            long records = threshold.elements();
            threshold = ofPages.next(threshold, new SpillSample(records, records << 10, 500, 100, 1000, 500, 1000, records << 10, 0, 0, TASK));
        }
        assertEquals(32 << 10, threshold.elements(), "records of a kilobyte");
    }
}
