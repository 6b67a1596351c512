// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GcClockTest {
    @Test
    void timeSpentMovingToH2IsNoGarbageCollection() {
        AtomicLong moved = new AtomicLong();
        GcClock all = new GcClock(() -> 0);
        GcClock others = new GcClock(moved::get);
        long before = all.getAsLong();
        while (all.getAsLong() < before + 2) {
            System.gc();
        }
        // Another collection between two looks starts anew.
        long gc;
        long left;
        do {
            gc = all.getAsLong();
            moved.set(gc / 2);
            left = others.getAsLong();
        } while (gc != all.getAsLong());
        assertEquals(gc - gc / 2, left);
        assertTrue(left > 0);
        moved.set(gc + 60_000);
        assertEquals(0, others.getAsLong(), "more than there was");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PS Scavenge", "G1 Young Generation", "G1 Concurrent GC", "ZGC Minor Pauses", "Shenandoah Pauses"})
    void pausesOfConcurrentCollectorsCount(String collector) {
        assertTrue(GcClock.stops(collector));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZGC Minor Cycles", "ZGC Major Cycles", "Shenandoah Cycles"})
    void whatCollectorsDoBesideTheProgramDoesNotCount(String collector) {
        assertFalse(GcClock.stops(collector));
    }
}
