// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Time this JVM's threads have been stopped for garbage collection since its start, in milliseconds. All tasks of a JVM see
 * the same pauses, so nothing is divided. Time in which objects moved to H2 is no cost of the heap's being full and is left
 * out.
 */
public final class GcClock implements LongSupplier {
    private final List<GarbageCollectorMXBean> collectors;
    private final LongSupplier moveMillis;

    /**
     * A clock.
     *
     * @param moveMillis time spent moving to H2, 0 on a JVM that has none
     */
    public GcClock(LongSupplier moveMillis) {
        this.moveMillis = moveMillis;
        collectors = ManagementFactory.getGarbageCollectorMXBeans().stream().filter(c -> stops(c.getName())).toList();
    }

    // ZGC and Shenandoah have a second bean whose time is not a pause; that of "G1 Concurrent GC" is (remark and cleanup).
    static boolean stops(String collector) {
        return !collector.endsWith(" Cycles");
    }

    @Override
    public long getAsLong() {
        long millis = -moveMillis.getAsLong();
        for (GarbageCollectorMXBean collector : collectors) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return Math.max(0, millis);
    }
}
