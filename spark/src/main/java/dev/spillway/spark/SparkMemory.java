// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.TestBlockId;

/**
 * Withholds memory from Spark as storage memory of a block that does not exist: tasks cannot take it back beyond the part of storage that
 * spark.memory.storageFraction leaves to them, and Spark's own books stay right.
 */
final class SparkMemory implements HeapFollower.Memory {
    private static final BlockId NOBODY = new TestBlockId("spillway-withheld");

    private final MemoryManager manager;

    SparkMemory(MemoryManager manager) {
        this.manager = manager;
    }

    @Override
    public boolean acquire(long bytes) {
        return manager.acquireStorageMemory(NOBODY, bytes, MemoryMode.ON_HEAP);
    }

    @Override
    public void release(long bytes) {
        manager.releaseStorageMemory(bytes, MemoryMode.ON_HEAP);
    }
}
