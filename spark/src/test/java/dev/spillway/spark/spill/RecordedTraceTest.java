// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Replays what the default law logged (debug level of {@link EagerSpill}) in a run of the program Sorting, 600,000 records on a
 * stock JDK 17 with ParallelGC, a heap of 500 MB and a young generation of 16 MB, minSize=512k: a fifth to a third of the time went
 * into young collections, whatever was held.
 */
class RecordedTraceTest {
    private static final long HEAP = 500L << 20;
    private static final Map<String, Long> LAST = new HashMap<>();

    @ParameterizedTest
    @CsvFileSource(resources = "allocating-stages.csv")
    void theLawAnswersWhatItAnsweredThen(int stage, String kind, long bytes, double baseline, double beforeFall, long elements,
            long sampleBytes, long gcMillis, long spillMillis, long intervalMillis, long taskGcMillis, long taskMillis,
            long nextBytes, double nextBaseline, double nextBeforeFall) {
        // Two pages for a sorter of pages.
        long floor = kind.equals("ShuffleExternalSorter") ? 4 << 20 : 512 << 10;
        SpillLaw law = new ByteLaw(SpillParameters.PAPER, new SpillLimits(1024, floor, HEAP));
        SpillThreshold threshold = SpillThreshold.ofBytes(bytes).with(new GcHistory(baseline, beforeFall));
        SpillThreshold next = law.next(threshold,
                new SpillSample(elements, sampleBytes, gcMillis, spillMillis, intervalMillis, taskGcMillis, taskMillis));
        assertEquals(SpillThreshold.ofBytes(nextBytes).with(new GcHistory(nextBaseline, nextBeforeFall)), next);
        LAST.put(stage + kind, next.bytes());
    }

    @AfterAll
    static void noStageEndedAtItsFloor() {
        assertEquals(5, LAST.size());
        LAST.forEach((stage, bytes) -> assertTrue(bytes >= 2 << 20, stage + " " + bytes));
    }
}
