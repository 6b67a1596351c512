// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapFollowerTest {
    private static final long MB = 1 << 20;

    private final FakeHeap heap = new FakeHeap();
    private final Books books = new Books();
    private final HeapFollower follower = new HeapFollower(heap, new FollowPolicy(1324 * MB, 1324 * MB, 0.5), books);

    /** What Spark would say: refuses what is more than free. */
    private static final class Books implements HeapFollower.Memory {
        long free = 512 * MB;
        Throwable failure;

        @Override
        public boolean acquire(long bytes) {
            if (failure != null) {
                throwUndeclared(failure);
            }
            if (bytes > free) {
                return false;
            }
            free -= bytes;
            return true;
        }

        @Override
        public void release(long bytes) {
            free += bytes;
        }
    }

    // As Scala code does.
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUndeclared(Throwable t) throws T {
        throw (T) t;
    }

    private void limit(long megabytes) {
        heap.limit = megabytes * MB;
        follower.step();
        assertEquals(512 * MB, books.free + follower.held(), "no byte is lost");
    }

    @Test
    void memoryFollowsTheLimitBothWays() {
        limit(1324);
        assertEquals(0, follower.held());
        limit(924);
        assertEquals(200 * MB, follower.held());
        limit(1124);
        assertEquals(100 * MB, follower.held());
        limit(1324);
        assertEquals(0, follower.held());
    }

    @Test
    void whatTasksHoldIsTakenWhenTheyGiveItBack() {
        books.free = 60 * MB;
        heap.limit = 924 * MB;
        follower.step();
        assertEquals(50 * MB, follower.held(), "a quarter of 200 MB is the most that is free");
        books.free += 400 * MB;
        follower.step();
        assertEquals(200 * MB, follower.held());
    }

    @Test
    void theEndGivesEverythingBack() {
        limit(824);
        assertTrue(follower.held() > 0);
        follower.close();
        assertEquals(512 * MB, books.free);
        assertEquals(0, follower.held());
        follower.step();
        assertEquals(0, follower.held(), "a step that waited for the end takes nothing");
    }

    // Found by reading: the clock ended without a word, and what was withheld stayed withheld.
    @Test
    void aFailedEvictionGivesEverythingBack() {
        for (Throwable failure : List.of(new IOException("No space left on device"), new AssertionError("pool"))) {
            Books failing = new Books();
            HeapFollower ends = new HeapFollower(heap, new FollowPolicy(1324 * MB, 1324 * MB, 0.5), failing);
            heap.limit = 924 * MB;
            ends.stepOrEnd();
            assertEquals(200 * MB, ends.held());
            failing.failure = failure;
            heap.limit = 824 * MB;
            ends.stepOrEnd();
            assertEquals(0, ends.held(), failure.toString());
            assertEquals(512 * MB, failing.free);
        }
    }
}
