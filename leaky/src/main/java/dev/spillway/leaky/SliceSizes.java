// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/**
 * How much room a list takes when it grows. The first two slices of a list are exactly as large as what is added, which
 * makes the arena one shared buffer with an index of records for each key (leaky-buffer paper, section IV.B). A list that
 * goes on growing takes half as much again as the last time, which makes it a buffer of its own in chunks (section IV.C).
 * Every list turns from the one into the other by itself.
 */
final class SliceSizes {
    /** Slices of a list that have no room for more than was added. */
    static final int EXACT_SLICES = 2;

    /** Smallest slice of a list that goes on growing. */
    static final int MIN_SPARE = 32;

    /** Larger slices would only leave more unused at the end of a list. */
    static final int MAX_SPARE = 16 << 10;

    private SliceSizes() {}

    /**
     * Room for the next slice.
     *
     * @param slices slices in the list so far; all numbers from 2 on mean the same
     * @param lastRoom bytes of room in the list's last slice
     * @param needed bytes that must be added, above zero
     * @return bytes of room, at least those needed
     */
    static int next(int slices, int lastRoom, int needed) {
        if (slices < EXACT_SLICES) {
            return needed;
        }
        int spare = Math.min(Math.max(lastRoom + lastRoom / 2, MIN_SPARE), MAX_SPARE);
        return Math.max(needed, spare);
    }
}
