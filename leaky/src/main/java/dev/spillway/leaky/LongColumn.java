// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;

/** A growing array of longs that never copies its elements, so that growth needs no second copy in memory. */
final class LongColumn {
    private static final int BITS = 12;
    private static final int LENGTH = 1 << BITS;
    private static final long COST = LENGTH * 8L + 16 + 8;

    private final MemoryBudget budget;
    private long[][] segments = new long[8][];
    private int count;

    LongColumn(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Makes room for elements 0 to size - 1; false if the budget does not grant it. */
    boolean reserve(int size) {
        while (size > (long) count << BITS) {
            if (!budget.acquire(COST)) {
                return false;
            }
            if (count == segments.length) {
                segments = Arrays.copyOf(segments, count * 2);
            }
            segments[count++] = new long[LENGTH];
        }
        return true;
    }

    long get(int index) {
        return segments[index >>> BITS][index & (LENGTH - 1)];
    }

    void set(int index, long value) {
        segments[index >>> BITS][index & (LENGTH - 1)] = value;
    }

    long bytes() {
        return count * COST;
    }

    void clear() {
        if (count > 0) {
            budget.release(bytes());
        }
        segments = new long[8][];
        count = 0;
    }
}
