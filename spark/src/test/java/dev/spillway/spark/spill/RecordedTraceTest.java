// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Replays what the default law logged (debug level of {@link EagerSpill}) in a run of the program Sorting, 2,000,000 records on a
 * stock JDK 17 with ParallelGC, local[2], a heap of 500 MB and a young generation of 16 MB, minSize=512k: a tenth to a third of
 * the time went into young collections, whatever was held.
 */
class RecordedTraceTest {
    // What the JVM told for -Xmx500m, and 2.5% of it divided by two cores.
    private static final long HEAP = 519_045_120;
    private static final long FLOOR = HEAP / 80;
    private static final long INITIAL = HEAP / 20;

    @ParameterizedTest
    @CsvFileSource(resources = "allocating-stages.csv")
    void theLawAnswersWhatItAnsweredThen(int stage, String kind, long bytes, long elements, long sampleBytes, long gcMillis,
            long spillMillis, long intervalMillis, long taskGcMillis, long taskMillis, long nextBytes) {
        SpillLaw law = new ByteLaw(SpillParameters.PAPER, new SpillLimits(1024, FLOOR, HEAP), INITIAL, FLOOR);
        SpillThreshold threshold = SpillThreshold.ofBytes(bytes);
        SpillSample sample =
                new SpillSample(elements, sampleBytes, gcMillis, spillMillis, intervalMillis, taskGcMillis, taskMillis, HEAP, 0);
        assertTrue(law.spills(threshold, sample), "it had spilled");
        assertEquals(SpillThreshold.ofBytes(nextBytes).overflowing(true), law.next(threshold, sample), stage + " " + kind);
    }
}
