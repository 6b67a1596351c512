// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.MetricRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BackPressureTest {
    /** The share after so many collections, each of which moved so much of 1000 tagged bytes. */
    private static double learned(double share, int collections, long moved) {
        for (int i = 0; i < collections; i++) {
            share = BackPressure.learned(share, 1000, moved);
        }
        return share;
    }

    @Test
    void blocksThatShareTheirDataAreExpectedToMoveLessThanTheirSizes() {
        assertEquals(0.1, learned(1.0, 10, 100), 0.01);
    }

    @Test
    void theExpectedShareRecoversAndStaysWithinItsBounds() {
        double share = learned(0.01, 10, 5000);
        assertEquals(1.0, share, 0.01);
        assertTrue(learned(share, 100, 0) >= 0.01);
    }

    @Test
    void h2IsTriedAgainAfterAWhileAlthoughNothingMovedOrWasFreed() {
        FakeHeap heap = new FakeHeap();
        heap.stuck = true;
        heap.waitingBytes = 2000;
        AtomicLong now = new AtomicLong();
        BackPressure pressure = new BackPressure(heap, 1000, new StoreMetrics(new MetricRegistry()), now::get);
        assertTrue(pressure.takesMore());
        assertFalse(pressure.tagged(1));
        now.set(BackPressure.RETRY_NANOS - 1);
        assertFalse(pressure.takesMore());
        now.set(BackPressure.RETRY_NANOS);
        assertTrue(pressure.takesMore());
    }

    @Test
    void aCollectionThatOnlyFreedH2DoesNotKeepTheNextPutOutOfIt() {
        FakeHeap heap = new FakeHeap();
        heap.stuck = true;
        heap.freedWhileStuck = 1;
        heap.waitingBytes = 2000;
        BackPressure pressure = new BackPressure(heap, 1000, new StoreMetrics(new MetricRegistry()));
        assertFalse(pressure.tagged(1));
        assertTrue(pressure.takesMore());
    }

    @Test
    void aCollectionBeforeWhichNothingWasTaggedTeachesNothing() {
        assertEquals(0.5, BackPressure.learned(0.5, 0, 100));
    }
}
