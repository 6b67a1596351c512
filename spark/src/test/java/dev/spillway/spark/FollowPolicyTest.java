// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FollowPolicyTest {
    private static final long MB = 1 << 20;
    private static final FollowPolicy POLICY = new FollowPolicy(1324 * MB, 1324 * MB, 0.5);

    @Test
    void poolsAreSparksFractionOfWhatItDoesNotReserve() {
        assertEquals(512 * MB, POLICY.pools());
        assertEquals(0, new FollowPolicy(200 * MB, 200 * MB, 0.6).pools(), "a heap that Spark would refuse");
    }

    @Test
    void whatIsLeftIsWhatSparkWouldTakeOfAHeapOfTheLimit() {
        long left = POLICY.pools() - POLICY.withheld(924 * MB);
        assertEquals(new FollowPolicy(924 * MB, 924 * MB, 0.5).pools(), left);
    }

    /** Runtime.maxMemory lacks a survivor space, which the limit of the first heap has. */
    @Test
    void aLimitIsComparedWithTheWholeHeap() {
        FollowPolicy withSurvivor = new FollowPolicy(1024 * MB, 1152 * MB, 0.5);
        assertEquals(0, withSurvivor.withheld(1152 * MB));
        assertEquals(new FollowPolicy(512 * MB, 576 * MB, 0.5).pools(), withSurvivor.pools() - withSurvivor.withheld(576 * MB));
    }

    @Test
    void nothingIsWithheldWithoutBalancerOrAtTheFullHeap() {
        assertEquals(0, POLICY.withheld(0));
        assertEquals(0, POLICY.withheld(1324 * MB));
        assertEquals(0, POLICY.withheld(2000 * MB));
    }

    @Test
    void tasksAlwaysKeepAnEighth() {
        assertEquals(448 * MB, POLICY.withheld(1));
    }

    @Test
    void smallChangesWaitButTheLastByteComesBack() {
        long held = POLICY.withheld(924 * MB);
        assertEquals(0, POLICY.change(930 * MB, held));
        assertEquals(-50 * MB, POLICY.change(1024 * MB, held));
        assertEquals(50 * MB, POLICY.change(824 * MB, held));
        assertEquals(-1, POLICY.change(1324 * MB, 1));
        assertTrue(POLICY.change(0, held) == -held, "the balancer is gone");
    }
}
