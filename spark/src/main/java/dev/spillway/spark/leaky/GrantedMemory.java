// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.function.BooleanSupplier;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;

/**
 * Memory for groups as Spark's task memory manager grants it; what it has does not spill, since the program has it. Another thread than the one
 * that filled the map gets no more than there is: Spark's spillers, which the manager asks in turn, are not made for a second thread.
 */
final class GrantedMemory extends MemoryConsumer implements GroupMemory {
    // What the program does with a group may need pages at once: a shuffle writer that gets none while it has no records fails its task.
    private static final int PAGES_LEFT = 2;

    private final long leftBytes;
    private final BooleanSupplier mayAsk;
    private boolean asking;

    /**
     * Nothing granted.
     *
     * @param manager of the task
     * @param mayAsk whether the running thread may ask it
     */
    GrantedMemory(TaskMemoryManager manager, BooleanSupplier mayAsk) {
        super(manager, manager.pageSizeBytes(), MemoryMode.ON_HEAP);
        this.mayAsk = mayAsk;
        leftBytes = PAGES_LEFT * manager.pageSizeBytes();
    }

    @Override
    public long grow(long bytes) {
        if (bytes > getUsed() && mayAsk.getAsBoolean()) {
            asking = true;
            try {
                acquireMemory(bytes - getUsed() + leftBytes);
            } finally {
                asking = false;
            }
            freeMemory(Math.min(getUsed(), leftBytes));
        }
        return getUsed();
    }

    /** Whether Spark is being asked: what spills for it may want memory in turn, while the map that makes the group must stay as it is. */
    boolean isAsking() {
        return asking;
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
