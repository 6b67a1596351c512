// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.function.ToLongFunction;

/**
 * Tells when the values of a group need more heap than one group may have. Their size is estimated after so many values, or
 * serialized bytes, that they may have reached the limit by then; between estimates it costs two comparisons a value.
 */
public final class GroupLimit {
    /** The limit of groups that have none. */
    public static final long NONE = Long.MAX_VALUE;

    private static final long FIRST_VALUES = 1 << 16;
    // Objects rarely take more than 64 times their serialized bytes; those that do are small and many.
    private static final long FIRST_SHARE = 64;
    private static final double LEAST_STEP = 1.1;
    private static final double LARGEST_STEP = 2;

    private static final double SHORT_OF_ROOM = 1.25;
    // All tasks together have this part of the heap for groups, whatever Spark grants.
    private static final long PARTS_OF_HEAP = 32;

    private final long limit;
    private final ToLongFunction<Object> estimator;
    private final GroupMemory memory;
    private long granted;
    private long values;
    private long bytes;
    private long nextValues;
    private long nextBytes;

    /**
     * A limit for the groups of one task, one after the other.
     *
     * @param limit bytes on the heap that a group has without asking; {@link #NONE} for none, 0 if nothing is to be held
     * @param estimator gives the bytes that a collection and its values have on the heap
     * @param memory is asked for what a group needs beyond that
     */
    GroupLimit(long limit, ToLongFunction<Object> estimator, GroupMemory memory) {
        this.limit = limit;
        this.estimator = estimator;
        this.memory = memory;
    }

    /**
     * What one group may have without asking Spark for memory: a thirty-second of a task's share of the heap, for beside what Spark grants to
     * tasks ParallelGC's old generation has little more than that.
     *
     * @param heap largest size in bytes
     * @param tasks that run at the same time
     */
    public static long ofHeap(long heap, int tasks) {
        return heap / (PARTS_OF_HEAP * tasks);
    }

    /** The part of a group's limit that each of its inputs may have. */
    static long ofInput(long limit, int inputs) {
        return limit == NONE ? NONE : limit / inputs;
    }

    /** Whether it is reached before the first value. */
    boolean isNothing() {
        return limit == 0;
    }

    /** Begins with a group that has no values yet; the one before is the program's now. */
    void begin() {
        if (granted > 0) {
            memory.free();
            granted = 0;
        }
        values = 0;
        bytes = 0;
        nextValues = FIRST_VALUES;
        nextBytes = Math.max(1 << 20, limit / FIRST_SHARE);
    }

    /**
     * Counts a value that was added.
     *
     * @param group all values so far
     * @param length bytes of the added one, serialized
     * @return whether the group has reached its limit
     */
    boolean isReached(Object group, int length) {
        values++;
        bytes += length;
        if (values < nextValues && bytes < nextBytes || limit == NONE) {
            return false;
        }
        long estimate = Math.max(1, estimator.applyAsLong(group));
        if (estimate * SHORT_OF_ROOM > limit + granted) {
            granted = memory.grow((long) (estimate * LARGEST_STEP) - limit);
        }
        long room = limit + granted;
        double step = Math.min(LARGEST_STEP, Math.max(LEAST_STEP, (double) room / estimate));
        nextValues = (long) Math.ceil(values * step);
        nextBytes = (long) Math.ceil(bytes * step);
        return estimate >= room;
    }
}
