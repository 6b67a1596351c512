// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.Statistics;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the bytes that wait in H1 for their move within a limit. The JVM starts moving collections by itself; this is for a
 * task that tags faster than it does. Thread-safe.
 */
final class BackPressure {
    static final long RETRY_NANOS = 30_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(BackPressure.class);

    private final HeapBinding heap;
    private final long limit;
    private final StoreMetrics metrics;
    private long collectionsSeen;
    private long movedSeen;
    private long taggedSince;
    private long taggedToLearn;
    private double share = 1.0;
    private final LongSupplier nanoTime;
    private boolean warned;
    private boolean stuck;
    private long stuckSince;
    private long freedWhenStuck;
    private long movedWhenStuck;

    BackPressure(HeapBinding heap, long limit, StoreMetrics metrics) {
        this(heap, limit, metrics, System::nanoTime);
    }

    BackPressure(HeapBinding heap, long limit, StoreMetrics metrics, LongSupplier nanoTime) {
        this.heap = heap;
        this.limit = limit;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
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
            Statistics before = heap.statistics();
            metrics.forcedMoves.inc();
            heap.moveNow();
            if (heap.statistics().movedBytes() == before.movedBytes()) {
                giveUp(before);
                return false;
            }
        }
        return true;
    }

    private void giveUp(Statistics before) {
        // What the failed put tagged stays with it in H1 or goes: it says nothing about the next one.
        taggedSince = 0;
        stuck = true;
        stuckSince = nanoTime.getAsLong();
        movedWhenStuck = before.movedBytes();
        // What the failed collection itself freed is room for the next put.
        freedWhenStuck = before.freedBytes();
        if (!warned) {
            warned = true;
            LOG.warn("The second heap moved nothing: blocks are cached in H1 as by stock Spark until it does again");
        }
    }

    /**
     * False after a collection that moved nothing, because a put would only force more of them: until something was moved or
     * freed, or for RETRY_NANOS, as only that put's objects may have been kept in H1 by something else.
     */
    synchronized boolean takesMore() {
        if (stuck) {
            Statistics now = heap.statistics();
            stuck = now.freedBytes() == freedWhenStuck && now.movedBytes() == movedWhenStuck
                    && nanoTime.getAsLong() - stuckSince < RETRY_NANOS;
        }
        return !stuck;
    }

    /** Estimated bytes that wait: the JVM's estimate, or ours since its last moving collection where that is more. */
    private long waiting() {
        Statistics now = heap.statistics();
        if (now.movingCollections() != collectionsSeen) {
            collectionsSeen = now.movingCollections();
            taggedToLearn += taggedSince;
            taggedSince = 0;
            // With a pause budget several collections share the work: only the last one tells what really moved.
            if (now.waitingBytes() <= limit / 8) {
                share = learned(share, taggedToLearn, now.movedBytes() - movedSeen);
                movedSeen = now.movedBytes();
                taggedToLearn = 0;
            }
        }
        return Math.max((long) (taggedSince * share), now.waitingBytes());
    }

    /**
     * The share of tagged bytes that really moves. Spark's size of a block counts what several blocks have in common (GraphX's
     * edge arrays) once for each: without this, collections would be forced that have nothing to move.
     *
     * @param share what was learned so far, above 0 and at most 1
     * @param tagged bytes tagged before a moving collection, by Spark's estimate
     * @param moved bytes it moved
     */
    static double learned(double share, long tagged, long moved) {
        return tagged == 0 ? share : Math.max(0.01, (share + Math.min(1.0, (double) moved / tagged)) / 2);
    }
}
