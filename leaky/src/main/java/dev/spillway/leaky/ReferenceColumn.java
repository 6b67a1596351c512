// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;

/** A growing array of references that never copies its elements. Counts four bytes for each, eight above 32 GB of heap. */
final class ReferenceColumn {
    private static final int BITS = 12;
    private static final int LENGTH = 1 << BITS;
    private static final int REFERENCE_BYTES = Runtime.getRuntime().maxMemory() < 32L << 30 ? 4 : 8;
    private static final long COST = (long) LENGTH * REFERENCE_BYTES + 16 + 8;

    private final MemoryBudget budget;
    private Object[][] segments = new Object[8][];
    private int count;

    ReferenceColumn(MemoryBudget budget) {
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
            segments[count++] = new Object[LENGTH];
        }
        return true;
    }

    Object get(int index) {
        return segments[index >>> BITS][index & (LENGTH - 1)];
    }

    void set(int index, Object value) {
        segments[index >>> BITS][index & (LENGTH - 1)] = value;
    }

    long bytes() {
        return count * COST;
    }

    void clear() {
        if (count > 0) {
            budget.release(bytes());
        }
        segments = new Object[8][];
        count = 0;
    }
}
