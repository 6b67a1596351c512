// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpillStartsTest {
    @ParameterizedTest
    @CsvSource({"ExternalAppendOnlyMap, 1", "LeakyMap, 1", "ExternalSorter, 2", "SorterOfAUser, 2", "CombiningSorter, 3", "UnsafeExternalSorter, 4", "ShuffleExternalSorter, 4"})
    void eachKindOfSpillerHasItsLaw(String kind, long bytes) {
        assertEquals(SpillThreshold.ofBytes(bytes), new SpillStarts(start(1), start(2), start(3), start(4)).of(kind).initial());
    }

    private static SpillStart start(long bytes) {
        return new SpillStart(null, SpillThreshold.ofBytes(bytes));
    }
}
