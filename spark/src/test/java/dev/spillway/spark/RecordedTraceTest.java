// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.spark.spill.SpillLaw;
import dev.spillway.spark.spill.SpillParameters;
import dev.spillway.spark.spill.SpillSample;
import dev.spillway.spark.spill.SpillStarts;
import dev.spillway.spark.spill.SpillThreshold;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Replays all that the laws decided, as it was logged by SpillTrace at debug level, in runs of the programs Sorting (2,000,000 records; sorts.csv has one of 400,000, too, which fit)
 * and Grouping (2,500,000) on a stock JDK 17 with ParallelGC, local[2], Kryo, minSize=512k, pages of 256 KB: with a heap of 500 MB and a young
 * generation of 16 MB, where a tenth to a third of the time goes into young collections, whatever is held, and with one of 640 MB as it comes.
 * Of the paper's law, which spills more often, two stages of Sorting are enough.
 */
class RecordedTraceTest {
    private static final int TEXT = 3;
    private static final int OF_THRESHOLD = 3;

    @ParameterizedTest
    @CsvFileSource(resources = "sorts-small-young-generation.csv")
    void sortersAnswerWhatTheyAnsweredWhereCollectionsAreDear(ArgumentsAccessor recorded) {
        replay(starts(ConfigKeys.SpillRule.DEFAULT, 519_045_120), recorded);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "sorts.csv")
    void sortersAnswerWhatTheyAnsweredWhereCollectionsAreCheap(ArgumentsAccessor recorded) {
        replay(starts(ConfigKeys.SpillRule.DEFAULT, 596_639_744), recorded);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "maps-small-young-generation.csv")
    void leakyMapsAnswerWhatTheyAnsweredWithThePricesOfTheirSpills(ArgumentsAccessor recorded) {
        replay(starts(ConfigKeys.SpillRule.DEFAULT, 519_045_120), recorded);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "paper-sorts-small-young-generation.csv")
    void thePapersLawAnswersWhatItAnswered(ArgumentsAccessor recorded) {
        replay(starts(ConfigKeys.SpillRule.PAPER, 519_045_120), recorded);
    }

    // Sizes as that run logged them.
    private static SpillStarts starts(ConfigKeys.SpillRule rule, long heapBytes) {
        return new SpillConf(true, rule, 0.1, SpillParameters.PAPER, new SpillBounds(512 << 10, 0.025, 1024, 1), 50, 16)
                .starts(heapBytes, 256 << 10, 2);
    }

    private static void replay(SpillStarts starts, ArgumentsAccessor recorded) {
        SpillLaw law = starts.of(recorded.getString(2)).law();
        SpillThreshold threshold = threshold(recorded, TEXT);
        SpillSample sample = sample(recorded, TEXT + OF_THRESHOLD);
        SpillThreshold next = threshold(recorded, recorded.size() - OF_THRESHOLD);
        switch (recorded.getString(0)) {
            case "spill" -> assertEquals(true, law.spills(threshold, sample));
            case "pass" -> assertEquals(false, law.spills(threshold, sample));
            case "raise" -> {
                assertEquals(false, law.spills(threshold, sample));
                assertEquals(next, law.raised(threshold, sample));
            }
            case "spilled" -> assertEquals(next, law.next(threshold, sample));
            default -> throw new AssertionError(recorded.getString(0));
        }
    }

    private static SpillThreshold threshold(ArgumentsAccessor recorded, int from) {
        return new SpillThreshold(recorded.getLong(from), recorded.getLong(from + 1), recorded.getBoolean(from + 2));
    }

    private static SpillSample sample(ArgumentsAccessor recorded, int from) {
        return new SpillSample(recorded.getLong(from), recorded.getLong(from + 1), recorded.getLong(from + 2), recorded.getLong(from + 3),
                recorded.getLong(from + 4), recorded.getLong(from + 5), recorded.getLong(from + 6), recorded.getLong(from + 7),
                recorded.getLong(from + 8), recorded.getLong(from + 9), recorded.getLong(from + 10));
    }
}
