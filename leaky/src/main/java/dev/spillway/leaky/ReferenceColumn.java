// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;

/** A column of references. */
final class ReferenceColumn extends Column {
    private Object[][] segments = new Object[8][];
    private int count;

    ReferenceColumn(MemoryBudget budget) {
        super(budget, ReferenceSize.BYTES);
    }

    Object get(int index) {
        return segments[index >>> BITS][index & (LENGTH - 1)];
    }

    void set(int index, Object value) {
        segments[index >>> BITS][index & (LENGTH - 1)] = value;
    }

    @Override
    void addSegment(int length) {
        if (count == segments.length) {
            segments = Arrays.copyOf(segments, count * 2);
        }
        segments[count++] = new Object[length];
    }

    @Override
    void growFirst(int length) {
        segments[0] = Arrays.copyOf(segments[0], length);
    }

    @Override
    void dropSegments() {
        segments = new Object[8][];
        count = 0;
    }
}
