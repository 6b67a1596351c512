// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.util.SizeEstimator;

/**
 * Estimates the growing chunk of a partition from samples, as Spark's SizeTracker does for a whole partition.
 *
 * <p>What elements share (a schema, a dictionary) appears in every sample. It is counted for the partition's first chunk;
 * later chunks count only what their own elements add, so a shared object is not charged once per chunk.
 */
final class ChunkSampler {
    // The first chunk knows nothing and samples like SizeTracker; later ones know the size of an element.
    private static final double FIRST_CHUNK_GROWTH = 1.1;
    private static final double LATER_CHUNK_GROWTH = 1.5;

    // A later chunk looks for the first time at this part of its expected length: bounds the overshoot when elements grow.
    private static final int FIRST_LOOK = 16;

    // Latest first look of a later chunk when elements seem to weigh nothing.
    private static final long WEIGHTLESS = 1 << 16;

    private final long target;
    private boolean firstChunk = true;
    private long firstChunkShared;
    private double perElement;
    private long due = 1;
    private int samples;
    private int anchorCount;
    private long anchorBytes;
    private int sampledCount;
    private long sampledBytes;
    private long shared;

    ChunkSampler(long target) {
        this.target = target;
    }

    boolean isDue(int count) {
        return count >= due;
    }

    /** Looks at the elements of the open chunk, given in an exactly filled array. */
    void sample(Object[] elements) {
        sampledCount = elements.length;
        sampledBytes = SizeEstimator.estimate(elements);
        if (samples++ == 0) {
            anchorCount = sampledCount;
            anchorBytes = sampledBytes;
            shared = Math.min(firstChunkShared, Math.max(0, sampledBytes - Math.round(perElement * sampledCount)));
        } else {
            shared = sharedOfLine();
            firstChunkShared = firstChunk ? shared : firstChunkShared;
        }
        perElement = (double) (sampledBytes - shared) / sampledCount;
        double growth = firstChunk ? FIRST_CHUNK_GROWTH : LATER_CHUNK_GROWTH;
        due = (long) Math.ceil(Math.max(sampledCount + 1, sampledCount * growth));
    }

    // Two looks make a line; bytes it shows at count 0 are shared if they are most of what there is, else noise.
    private long sharedOfLine() {
        double slope = Math.max(0, (double) (sampledBytes - anchorBytes) / (sampledCount - anchorCount));
        long atZero = sampledBytes - Math.round(slope * sampledCount);
        if (atZero <= sampledBytes / 2) {
            return 0;
        }
        return firstChunk ? atZero : Math.min(firstChunkShared, atZero);
    }

    /** Estimated bytes that the open chunk adds to the partition. */
    long bytes(int count) {
        long own = samples == 0
                ? Math.round(perElement * count)
                : sampledBytes - shared + Math.round(perElement * (count - sampledCount));
        return Math.max(1, firstChunk ? own + shared : own);
    }

    // One look cannot tell the elements' own bytes from shared ones; a second one can.
    boolean isFull(int count) {
        return samples >= 2 && bytes(count) - (firstChunk ? shared : 0) >= target;
    }

    void nextChunk() {
        firstChunk = false;
        samples = 0;
        sampledCount = 0;
        sampledBytes = 0;
        shared = 0;
        double expected = perElement > 0 ? target / perElement : WEIGHTLESS;
        due = Math.max(1, (long) Math.min(expected / FIRST_LOOK, WEIGHTLESS));
    }
}
