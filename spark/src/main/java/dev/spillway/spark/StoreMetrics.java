// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import dev.spillway.Statistics;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Metrics of one executor, in the plug-in's registry. */
final class StoreMetrics {
    private static final String PREFIX = "secondHeap.";

    /** Blocks put into H2 since start. */
    final Counter puts;

    /** Blocks that could not be put because H2, or the heap while unrolling, had no room. */
    final Counter refusedPuts;

    /** Blocks dropped from H2 to make room. */
    final Counter evictions;

    /** Estimated bytes of the blocks dropped to make room. */
    final Counter evictedBytes;

    /** Reads, replications and migrations refused because the block is too large to serialize whole. */
    final Counter recomputes;

    /** Moving collections that the plug-in asked for because too much waited in H1. */
    final Counter forcedMoves;

    private final MetricRegistry registry;

    StoreMetrics(MetricRegistry registry) {
        this.registry = registry;
        puts = registry.counter(PREFIX + "puts");
        refusedPuts = registry.counter(PREFIX + "refusedPuts");
        evictions = registry.counter(PREFIX + "evictions");
        evictedBytes = registry.counter(PREFIX + "evictedBytes");
        recomputes = registry.counter(PREFIX + "recomputes");
        forcedMoves = registry.counter(PREFIX + "forcedMoves");
    }

    /** Adds the gauges of an active store. */
    void watch(BlockTable table, Pool pool, HeapBinding heap) {
        gauge("blocks", table::size);
        gauge("poolUsedBytes", pool::used);
        gauge("poolCapacityBytes", pool::capacity);
        fromJvm(heap, "capacityBytes", Statistics::capacityBytes);
        fromJvm(heap, "usedBytes", Statistics::usedBytes);
        fromJvm(heap, "waitingBytes", Statistics::waitingBytes);
        fromJvm(heap, "movedBytes", Statistics::movedBytes);
        fromJvm(heap, "freedBytes", Statistics::freedBytes);
        fromJvm(heap, "movingCollections", Statistics::movingCollections);
        fromJvm(heap, "moveMillis", s -> TimeUnit.NANOSECONDS.toMillis(s.moveNanos()));
    }

    private void fromJvm(HeapBinding heap, String name, ToLongFunction<Statistics> value) {
        gauge(name, () -> value.applyAsLong(heap.statistics()));
    }

    private <T> void gauge(String name, Gauge<T> gauge) {
        registry.register(PREFIX + name, gauge);
    }
}
