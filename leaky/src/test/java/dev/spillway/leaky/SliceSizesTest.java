// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SliceSizesTest {
    @Test
    void theFirstTwoSlicesAreExact() {
        assertEquals(5, SliceSizes.next(0, 0, 5));
        assertEquals(7, SliceSizes.next(1, 5, 7));
    }

    @Test
    void laterSlicesGrowByHalfUpToABound() {
        assertEquals(SliceSizes.MIN_SPARE, SliceSizes.next(2, 7, 5));
        assertEquals(1500, SliceSizes.next(2, 1000, 5));
        assertEquals(SliceSizes.MAX_SPARE, SliceSizes.next(2, 1 << 17, 5));
    }

    @Test
    void whatIsNeededAlwaysFits() {
        for (int needed = 1; needed < 200_000; needed += 777) {
            assertTrue(SliceSizes.next(2, 10, needed) >= needed);
        }
    }
}
