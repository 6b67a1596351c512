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

    private final long limit;
    private final ToLongFunction<Object> estimator;
    private long values;
    private long bytes;
    private long nextValues;
    private long nextBytes;

    /**
     * A limit for the groups of one task, one after the other.
     *
     * @param limit bytes on the heap; {@link #NONE} for none, 0 if nothing is to be held
     * @param estimator gives the bytes that a collection and its values have on the heap
     */
    GroupLimit(long limit, ToLongFunction<Object> estimator) {
        this.limit = limit;
        this.estimator = estimator;
    }

    /**
     * What one group may have by default: half of a task's share of the heap, so that all tasks can have such a group at a time.
     *
     * @param heap largest size in bytes
     * @param tasks that run at the same time
     */
    public static long ofHeap(long heap, int tasks) {
        return heap / (2L * tasks);
    }

    /** The part of a group's limit that each of its inputs may have. */
    static long ofInput(long limit, int inputs) {
        return limit == NONE ? NONE : limit / inputs;
    }

    /** Whether it is reached before the first value. */
    boolean isNothing() {
        return limit == 0;
    }

    /** Begins with a group that has no values yet. */
    void begin() {
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
        double step = Math.min(LARGEST_STEP, Math.max(LEAST_STEP, (double) limit / estimate));
        nextValues = (long) Math.ceil(values * step);
        nextBytes = (long) Math.ceil(bytes * step);
        return estimate >= limit;
    }
}
