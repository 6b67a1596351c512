// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * When a spiller spills: as soon as it has more than so many records or so many bytes.
 *
 * @param elements records, {@link Long#MAX_VALUE} for no bound
 * @param bytes bytes, {@link Long#MAX_VALUE} for no bound
 * @param history what the default law found out on the way to this threshold
 */
public record SpillThreshold(long elements, long bytes, GcHistory history) {
    public static SpillThreshold ofBytes(long bytes) {
        return new SpillThreshold(Long.MAX_VALUE, bytes, GcHistory.NONE);
    }

    public static SpillThreshold ofElements(long elements) {
        return new SpillThreshold(elements, Long.MAX_VALUE, GcHistory.NONE);
    }

    SpillThreshold with(GcHistory other) {
        return new SpillThreshold(elements, bytes, other);
    }
}
