// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnlistedShufflesTest {
    private final UnlistedShuffles unlisted = new UnlistedShuffles();

    @Test
    void anRddOfThreeInputsFailsOnceHoweverManyOfItsTasksDo() {
        unlisted.failed(List.of(1, 2, 3));
        unlisted.failed(List.of(1, 2, 3));
        assertFalse(unlisted.isToBeTried(2));
        assertTrue(unlisted.isToBeTried(4));
    }

    @Test
    void afterThreeNoneIsTriedUnlessOneCouldBeRead() {
        for (int shuffle = 0; shuffle < 3; shuffle++) {
            assertTrue(unlisted.isToBeTried(9));
            unlisted.failed(List.of(shuffle));
        }
        assertFalse(unlisted.isToBeTried(9));
        unlisted.read();
        assertTrue(unlisted.isToBeTried(9));
        assertFalse(unlisted.isToBeTried(1));
    }
}
