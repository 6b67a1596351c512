// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.memory.MemoryMode;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.memory.MemoryStore;

/** The unroll memory one put holds: enough for the open chunk only, so that partitions larger than H1 can be cached. */
final class UnrollMemory {
    // Spark's own growth factor for unrolling.
    private static final double GROWTH = 1.5;

    private final MemoryStore store;
    private final BlockId id;
    private final MemoryMode mode;
    private final long initial;
    private long held;

    UnrollMemory(MemoryStore store, BlockId id, MemoryMode mode, long initial) {
        this.store = store;
        this.id = id;
        this.mode = mode;
        this.initial = initial;
    }

    /** Asks for the initial reservation. */
    boolean start() {
        return grow(initial);
    }

    /** Makes sure that an open chunk of this size is covered. */
    boolean cover(long bytes) {
        return bytes <= held || grow((long) (bytes * GROWTH) - held);
    }

    /** The chunk has left the window: back to the initial reservation. */
    void shrink() {
        release(held - Math.min(held, initial));
    }

    void releaseAll() {
        release(held);
    }

    long held() {
        return held;
    }

    private boolean grow(long bytes) {
        boolean granted = store.reserveUnrollMemoryForThisTask(id, bytes, mode);
        held += granted ? bytes : 0;
        return granted;
    }

    private void release(long bytes) {
        if (bytes > 0) {
            store.releaseUnrollMemoryForThisTask(mode, bytes);
            held -= bytes;
        }
    }
}
