// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.Statistics;

/**
 * Sizes that follow from the settings and the JVM.
 *
 * @param poolBytes estimated bytes of blocks that may be in H2
 * @param chunkBytes bytes of one chunk
 * @param pendingBytes bytes that may wait in H1 for their move
 * @param serveBytes largest block that is serialized as a whole
 * @param unrollBytes unroll memory reserved before the first element
 */
record Limits(long poolBytes, long chunkBytes, long pendingBytes, long serveBytes, long unrollBytes) {
    // Four chunks fit into a region, so the end of a region wastes at most a quarter of it.
    private static final int CHUNKS_PER_REGION = 4;

    /** Pure function of settings, counters of the JVM and the size of H1. */
    static Limits of(SpillwayConf conf, Statistics heap, long heapBytes, long unrollBytes) {
        return new Limits(
                (long) (heap.capacityBytes() * conf.poolFraction()),
                Math.min(conf.chunkSize(), Math.max(1, heap.regionSizeBytes() / CHUNKS_PER_REGION)),
                (long) (heapBytes * conf.pendingFraction()),
                (long) (heapBytes * conf.serveFraction()),
                unrollBytes);
    }
}
