// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BackPressureTest {
    @Test
    void blocksThatShareTheirDataAreExpectedToMoveLessThanTheirSizes() {
        double share = 1.0;
        for (int i = 0; i < 10; i++) {
            share = BackPressure.learned(share, 1000, 100);
        }
        assertEquals(0.1, share, 0.01);
    }

    @Test
    void theExpectedShareRecoversAndStaysWithinItsBounds() {
        double share = 0.01;
        for (int i = 0; i < 10; i++) {
            share = BackPressure.learned(share, 1000, 5000);
        }
        assertEquals(1.0, share, 0.01);
        for (int i = 0; i < 100; i++) {
            share = BackPressure.learned(share, 1000, 0);
        }
        assertTrue(share >= 0.01);
    }

    @Test
    void aCollectionBeforeWhichNothingWasTaggedTeachesNothing() {
        assertEquals(0.5, BackPressure.learned(0.5, 0, 100));
    }
}
