// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;

/** A column of longs. */
final class LongColumn extends Column {
    private long[][] segments = new long[8][];
    private int count;

    LongColumn(MemoryBudget budget) {
        super(budget, Long.BYTES);
    }

    long get(long index) {
        return segments[(int) (index >>> BITS)][(int) index & (LENGTH - 1)];
    }

    void set(long index, long value) {
        segments[(int) (index >>> BITS)][(int) index & (LENGTH - 1)] = value;
    }

    @Override
    void addSegment(int length) {
        if (count == segments.length) {
            segments = Arrays.copyOf(segments, count * 2);
        }
        segments[count++] = new long[length];
    }

    @Override
    void growFirst(int length) {
        segments[0] = Arrays.copyOf(segments[0], length);
    }

    @Override
    void dropSegments() {
        segments = new long[8][];
        count = 0;
    }
}
