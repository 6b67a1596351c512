// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/**
 * How much of Spark's unified memory must stay unused, so that what is left is what Spark would have taken of a heap as large as the
 * memory balancer's present limit. Spark reads the heap's size once and never changes its pools: withholding is all it allows.
 *
 * @param heapBytes Runtime.maxMemory, from which Spark has reckoned its pools: the largest heap but for what its collector keeps empty
 * @param largestBytes the largest heap, in the unit of the limit
 * @param fraction spark.memory.fraction
 */
record FollowPolicy(long heapBytes, long largestBytes, double fraction) {
    // What Spark leaves to the rest of the program before it takes its fraction.
    private static final long RESERVED = 300L << 20;
    // Of the pools: tasks must always get some memory, and small changes are not worth an eviction.
    private static final int LEAST_SHARE = 8;
    private static final int STEP_SHARE = 64;

    /** Bytes of storage and execution memory together. */
    long pools() {
        return Math.max(0, (long) ((heapBytes - RESERVED) * fraction));
    }

    /** Bytes to withhold at a limit of H1; none where there is no balancer (limit 0). */
    long withheld(long limitBytes) {
        if (limitBytes <= 0 || limitBytes >= largestBytes) {
            return 0;
        }
        // What Runtime.maxMemory would say of a heap as large as the limit.
        double usable = (double) limitBytes * heapBytes / largestBytes;
        return Math.min((long) ((heapBytes - usable) * fraction), pools() - pools() / LEAST_SHARE);
    }

    /** Bytes to take (positive) or give back (negative) now. A change that is too small to matter waits for more. */
    long change(long limitBytes, long heldBytes) {
        long wanted = withheld(limitBytes);
        long change = wanted - heldBytes;
        return Math.abs(change) >= pools() / STEP_SHARE || wanted == 0 ? change : 0;
    }
}
