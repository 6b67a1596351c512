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
    void thePriceFollowsThoseMeasured() {
        prices.measured("LeakyMap", 10 * MB, 50);
        assertEquals(1200, prices.of("LeakyMap", 100 * MB));
        for (int i = 0; i < 20; i++) {
            prices.measured("LeakyMap", 10 * MB, 50);
        }
        assertEquals(500, prices.of("LeakyMap", 100 * MB), 2);
        assertEquals(1500, prices.of("ExternalSorter", 100 * MB), "each kind has its own");
    }

    @Test
    void aSpillOfNothingTellsNothing() {
        prices.measured("LeakyMap", 0, 50);
        assertEquals(1500, prices.of("LeakyMap", 100 * MB));
    }
}
