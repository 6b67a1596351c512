// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpillPricesTest {
    private static final long MB = 1 << 20;

    private final SpillPrices prices = new SpillPrices();

    @Test
    void aKindThatHasNotSpilledHasTheFirstPrice() {
        assertEquals(1500, prices.of("LeakyMap", 100 * MB));
    }

    @Test
    void measuredOnesReplaceTheFirstPriceAndFollowTheLast() {
        prices.measured("LeakyMap", 10 * MB, 50);
        assertEquals(500, prices.of("LeakyMap", 100 * MB));
        prices.measured("LeakyMap", 10 * MB, 150);
        assertEquals(800, prices.of("LeakyMap", 100 * MB));
        assertEquals(1500, prices.of("ExternalSorter", 100 * MB), "each kind has its own");
    }

    @Test
    void aSpillOfNothingTellsNothing() {
        prices.measured("LeakyMap", 0, 50);
        assertEquals(1500, prices.of("LeakyMap", 100 * MB));
    }
}
