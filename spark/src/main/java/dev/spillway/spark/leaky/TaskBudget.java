// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.MemoryBudget;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.spark.memory.MemoryConsumer;

/**
 * Memory of a buffer as Spark's task memory manager grants it. A first part is not asked for, as in Spark's own maps
 * ({@code spark.shuffle.spill.initialMemoryThreshold}), so that a task always gets on; nor is what one record needs that
 * finds the buffer empty.
 */
final class TaskBudget implements MemoryBudget {
    // Enough for one page of everything, or each record would be a spill file of its own.
    private static final long LEAST_FREE = 2L << 20;
    // Asking Spark takes a lock that all tasks share; less than this is not asked for, nor given back while more is in use.
    private static final long STEP = 256L << 10;

    private final MemoryConsumer consumer;
    private final BooleanSupplier isOwner;
    private final long free;
    private final LongPredicate bound;
    private long held;
    private long acquired;
    private long peak;
    private boolean forced;
    private boolean asks = true;
    private boolean asking;

    /**
     * Nothing held.
     *
     * @param consumer asks Spark
     * @param isOwner whether the running thread may; another one gets nothing: Spark's spillers, which are asked in turn, are not made for two
     * @param free bytes that are not asked for; two megabytes at least
     * @param bound given the bytes that would be held, answers whether that is too much although Spark might grant them
     */
    TaskBudget(MemoryConsumer consumer, BooleanSupplier isOwner, long free, LongPredicate bound) {
        this.consumer = consumer;
        this.isOwner = isOwner;
        this.bound = bound;
        this.free = Math.max(free, LEAST_FREE);
    }

    @Override
    public boolean acquire(long bytes) {
        if (!forced && held + bytes > free && bound.test(held + bytes)) {
            return false;
        }
        long missing = held + bytes - free - acquired;
        if (missing > 0) {
            boolean mayAsk = asks && isOwner.getAsBoolean();
            if (!mayAsk && !forced) {
                return false;
            }
            long granted = !mayAsk ? 0 : ask(Math.max(missing, STEP));
            if (granted < missing && !forced) {
                if (granted > 0) {
                    consumer.freeMemory(granted);
                }
                return false;
            }
            acquired += granted;
        }
        held += bytes;
        peak = Math.max(peak, held);
        return true;
    }

    private long ask(long bytes) {
        asking = true;
        try {
            return consumer.acquireMemory(bytes);
        } finally {
            asking = false;
        }
    }

    /** Whether Spark is being asked: a consumer that spills for it may want memory in turn, while what asks must stay as it is. */
    boolean isAsking() {
        return asking;
    }

    @Override
    public void release(long bytes) {
        held -= bytes;
        long excess = acquired - Math.max(0, held - free);
        if (excess >= 2 * STEP || held <= free && excess > 0) {
            acquired -= excess;
            consumer.freeMemory(excess);
        }
    }

    /** Whether everything is granted, whatever Spark says. */
    void force(boolean value) {
        forced = value;
    }

    /** Whether Spark is asked for more than it has granted: not while it asks us for memory, which would ask others in turn. */
    void ask(boolean value) {
        asks = value;
    }

    long held() {
        return held;
    }

    /** Most bytes ever held. */
    long peak() {
        return peak;
    }
}
