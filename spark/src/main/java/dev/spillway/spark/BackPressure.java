// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.Statistics;

/**
 * Keeps the bytes that wait in H1 for their move within a limit. The JVM starts moving collections by itself; this is for a
 * task that tags faster than it does. Thread-safe.
 */
final class BackPressure {
    private final HeapBinding heap;
    private final long limit;
    private final StoreMetrics metrics;
    private long collectionsSeen;
    private long taggedSince;

    BackPressure(HeapBinding heap, long limit, StoreMetrics metrics) {
        this.heap = heap;
        this.limit = limit;
        this.metrics = metrics;
    }

    /**
     * Notes that a chunk was tagged. Runs moving collections when too much waits; one task does it for all.
     *
     * @return false if too much waits and a collection moved nothing, which means that H2 takes no more
     */
    synchronized boolean tagged(long bytes) {
        taggedSince += bytes;
        // One collection may stop at the pause budget: go on as long as it gets on.
        while (waiting() > limit) {
            long before = heap.statistics().movedBytes();
            metrics.forcedMoves.inc();
            heap.moveNow();
            if (heap.statistics().movedBytes() == before) {
                return false;
            }
        }
        return true;
    }

    /** Estimated bytes that wait: the JVM's estimate, or ours since its last moving collection where that is more. */
    private long waiting() {
        Statistics now = heap.statistics();
        if (now.movingCollections() != collectionsSeen) {
            collectionsSeen = now.movingCollections();
            taggedSince = 0;
        }
        return Math.max(taggedSince, now.waitingBytes());
    }
}
