// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.CsvSource;

class GroupLimitTest {
    private static final long MB = 1 << 20;

    private int estimates;

    /** Adds values to one group until its limit is reached; gives the bytes on the heap then. */
    private long reached(GroupLimit limit, long[] held, int onHeap, int serialized) {
        limit.begin();
        held[0] = 0;
        do {
            held[0] += onHeap;
        } while (!limit.isReached(held, serialized));
        return held[0];
    }

    private GroupLimit limit(long bytes) {
        return limit(bytes, GroupMemory.NONE);
    }

    private GroupLimit limit(long bytes, GroupMemory memory) {
        return new GroupLimit(bytes, held -> {
            estimates++;
            return ((long[]) held)[0];
        }, memory);
    }

    /** Grants so much in all. */
    private static final class Grants implements GroupMemory {
        private final long most;
        private long granted;
        private long freed;

        Grants(long most) {
            this.most = most;
        }

        @Override
        public long grow(long bytes) {
            granted = Math.max(granted, Math.min(bytes, most));
            return granted;
        }

        @Override
        public void free() {
            freed += granted;
            granted = 0;
        }
    }

    @ParameterizedTest
    @CsvSource({"16, 1", "56, 12", "10000, 9900", "1000000, 999000"})
    void aGroupMayHaveWhatIsGrantedBesidesItsLimit(int onHeap, int serialized) {
        long held = reached(limit(10 * MB, new Grants(90 * MB)), new long[1], onHeap, serialized);
        assertTrue(held >= 100 * MB && held <= 125 * MB, held + " bytes");
        assertTrue(estimates < 20, estimates + " estimates");
    }

    @Test
    void whatAGroupWasGrantedIsGivenBackWhenTheNextOneBegins() {
        Grants grants = new Grants(50 * MB);
        GroupLimit limit = limit(10 * MB, grants);
        reached(limit, new long[1], 56, 12);
        assertEquals(50 * MB, grants.granted);
        limit.begin();
        assertEquals(50 * MB, grants.freed);
        assertEquals(0, grants.granted);
    }

    @Test
    void aGroupThatIsFarFromItsLimitAsksForNothing() {
        Grants grants = new Grants(50 * MB);
        GroupLimit limit = limit(100 * MB, grants);
        limit.begin();
        for (long held = 56; held < 50 * MB; held += 56) {
            assertFalse(limit.isReached(new long[] {held}, 12));
        }
        assertEquals(0, grants.granted);
    }

    @ParameterizedTest
    @CsvSource({"16, 1", "20, 1", "56, 12", "200, 190", "10000, 9900", "1000000, 999000", "40000, 1000"})
    void aGroupIsFullBetweenItsLimitAndAQuarterMore(int onHeap, int serialized) {
        long held = reached(limit(100 * MB), new long[1], onHeap, serialized);
        assertTrue(held >= 100 * MB && held <= 125 * MB, held + " bytes");
        assertTrue(estimates < 20, estimates + " estimates");
    }

    @Test
    void theNextGroupBeginsAnew() {
        GroupLimit limit = limit(100 * MB);
        long first = reached(limit, new long[1], 56, 12);
        assertEquals(first, reached(limit, new long[1], 56, 12));
    }

    @Test
    void smallGroupsAreNeverEstimated() {
        GroupLimit limit = limit(100 * MB);
        for (int group = 0; group < 1000; group++) {
            limit.begin();
            for (int i = 0; i < 10_000; i++) {
                assertFalse(limit.isReached(new long[1], 12));
            }
        }
        assertEquals(0, estimates);
    }

    @Test
    void withoutALimitNothingIsEstimated() {
        GroupLimit limit = limit(GroupLimit.NONE);
        limit.begin();
        for (int i = 0; i < 1_000_000; i++) {
            assertFalse(limit.isReached(new long[1], 1000));
        }
        assertEquals(0, estimates);
    }

    @Test
    void allTasksTogetherHaveASmallPartOfTheHeapForGroupsBesideWhatSparkGrants() {
        assertEquals(8 * MB, GroupLimit.ofHeap(512 * MB, 2));
        assertEquals(16 * MB, GroupLimit.ofHeap(512 * MB, 1));
    }

    @Test
    void theInputsOfAGroupShareItsLimit() {
        assertEquals(32 * MB, GroupLimit.ofInput(128 * MB, 4));
        assertEquals(0, GroupLimit.ofInput(0, 4));
        assertEquals(GroupLimit.NONE, GroupLimit.ofInput(GroupLimit.NONE, 4));
    }
}
