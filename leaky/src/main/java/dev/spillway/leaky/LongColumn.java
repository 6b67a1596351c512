// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;

/** A growing array of longs that copies no more than its first few thousand elements, so that growth needs no second copy in memory. */
final class LongColumn {
    private static final int BITS = 12;
    private static final int LENGTH = 1 << BITS;
    private static final int FIRST_LENGTH = 32;
    // Array header and place in the directory.
    private static final int EXTRA = 16 + 8;

    private final MemoryBudget budget;
    private long[][] segments = new long[8][];
    private int count;
    // Elements there is room for; those of the first segment until it has its full length.
    private long room;
    private long bytes;

    LongColumn(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Makes room for elements 0 to size - 1; false if the budget does not grant it. */
    boolean reserve(long size) {
        while (size > room) {
            boolean another = count == 0 || room >= LENGTH;
            if (!(another ? addSegment() : growFirst())) {
                return false;
            }
        }
        return true;
    }

    private boolean addSegment() {
        int length = count == 0 ? FIRST_LENGTH : LENGTH;
        if (!acquire(length, EXTRA)) {
            return false;
        }
        if (count == segments.length) {
            segments = Arrays.copyOf(segments, count * 2);
        }
        segments[count++] = new long[length];
        return true;
    }

    private boolean growFirst() {
        int length = segments[0].length;
        if (!acquire(length, 0)) {
            return false;
        }
        segments[0] = Arrays.copyOf(segments[0], length * 2);
        return true;
    }

    private boolean acquire(int elements, int extra) {
        if (!budget.acquire((long) elements * Long.BYTES + extra)) {
            return false;
        }
        bytes += (long) elements * Long.BYTES + extra;
        room += elements;
        return true;
    }

    long get(long index) {
        return segments[(int) (index >>> BITS)][(int) index & (LENGTH - 1)];
    }

    void set(long index, long value) {
        segments[(int) (index >>> BITS)][(int) index & (LENGTH - 1)] = value;
    }

    long bytes() {
        return bytes;
    }

    void clear() {
        long held = bytes;
        segments = new long[8][];
        count = 0;
        room = 0;
        bytes = 0;
        if (held > 0) {
            budget.release(held);
        }
    }
}
