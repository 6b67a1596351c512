// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * When a spiller spills: as soon as it has more than so many records or so many bytes.
 *
 * @param elements records, {@link Long#MAX_VALUE} for no bound
 * @param bytes bytes, {@link Long#MAX_VALUE} for no bound
 * @param overflows whether a task of the stage had more than the memory it may have, so that spills are due whatever the threshold is
 */
public record SpillThreshold(long elements, long bytes, boolean overflows) {
    public static SpillThreshold ofBytes(long bytes) {
        return new SpillThreshold(Long.MAX_VALUE, bytes, false);
    }

    public static SpillThreshold ofElements(long elements) {
        return new SpillThreshold(elements, Long.MAX_VALUE, false);
    }

    /** The same of a stage that is known to overflow, or not; one that is stays so. */
    SpillThreshold overflowing(boolean known) {
        return overflows || !known ? this : new SpillThreshold(elements, bytes, true);
    }

    /** The same of a stage of which that is not known. */
    SpillThreshold fitting() {
        return new SpillThreshold(elements, bytes, false);
    }

    /** Records after which it spills, where it counts bytes after those that make them. */
    double elements(double bytesEach) {
        return elements == Long.MAX_VALUE ? bytes / bytesEach : elements;
    }

    /** Whether it spills earlier than another one; of one in records and one in bytes, by the records that make them. */
    boolean isBelow(SpillThreshold other, double bytesEach) {
        if (elements == Long.MAX_VALUE && other.elements == Long.MAX_VALUE) {
            return bytes < other.bytes;
        }
        return elements(bytesEach) < other.elements(bytesEach);
    }
}
