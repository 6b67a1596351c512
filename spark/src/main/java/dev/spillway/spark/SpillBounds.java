// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.spill.SpillLimits;

/**
 * Bounds of spill thresholds as an application sets them.
 *
 * @param minBytes fewest bytes
 * @param minFraction fewest bytes of the default law, as a fraction of the heap divided by the tasks that run at once
 * @param minRecords fewest records
 * @param maxFraction of the heap, above which a threshold in bytes is none
 * @param pagesBytes fewest bytes of both laws for what takes memory in pages, 0 for others
 */
record SpillBounds(long minBytes, double minFraction, long minRecords, double maxFraction, long pagesBytes) {
    /** Of an application, for what takes memory in pieces of any size. */
    SpillBounds(long minBytes, double minFraction, long minRecords, double maxFraction) {
        this(minBytes, minFraction, minRecords, maxFraction, 0);
    }

    SpillBounds ofPages(long bytes) {
        return new SpillBounds(Math.max(minBytes, bytes), minFraction, minRecords, maxFraction, bytes);
    }

    /** Those of the paper's law in an executor, which has a floor in records. */
    SpillLimits limits(long heapBytes) {
        return limitsFrom(pagesBytes, heapBytes);
    }

    /**
     * Those of the default law in an executor.
     *
     * @param initialBytes where it begins, which is no lower than its floor
     * @param cores tasks that run at once
     */
    SpillLimits limits(long heapBytes, long initialBytes, int cores) {
        long idle = (long) (heapBytes * minFraction / Math.max(1, cores));
        return limitsFrom(Math.max(minBytes, Math.min(initialBytes, idle)), heapBytes);
    }

    private SpillLimits limitsFrom(long floorBytes, long heapBytes) {
        return new SpillLimits(minRecords, floorBytes, (long) (heapBytes * maxFraction));
    }
}
