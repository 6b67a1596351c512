// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;

/** Memory for groups as Spark's task memory manager grants it; what it has does not spill, since the program has it. */
final class GrantedMemory extends MemoryConsumer implements GroupMemory {
    // What the program does with a group may need pages at once: a shuffle writer that gets none while it has no records fails its task.
    private static final int PAGES_LEFT = 2;

    private final long leftBytes;

    /** Nothing granted. */
    GrantedMemory(TaskMemoryManager manager) {
        super(manager, manager.pageSizeBytes(), MemoryMode.ON_HEAP);
        leftBytes = PAGES_LEFT * manager.pageSizeBytes();
    }

    @Override
    public long grow(long bytes) {
        if (bytes > getUsed()) {
            acquireMemory(bytes - getUsed() + leftBytes);
            freeMemory(Math.min(getUsed(), leftBytes));
        }
        return getUsed();
    }

    @Override
    public void free() {
        if (getUsed() > 0) {
            freeMemory(getUsed());
        }
    }

    @Override
    public long spill(long size, MemoryConsumer trigger) {
        return 0;
    }
}
