// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/**
 * A growing array in segments: growth copies no more than the first few thousand elements, so that it needs no second copy in memory. Here is
 * what it asks of the budget; the segments themselves are those of a subclass, by type.
 */
abstract class Column {
    /** An element's segment is its index without these bits. */
    static final int BITS = 12;
    static final int LENGTH = 1 << BITS;
    private static final int FIRST_LENGTH = 32;
    // Array header and place in the directory.
    private static final int EXTRA = 16 + 8;

    private final MemoryBudget budget;
    private final int elementBytes;
    // Elements there is room for; those of the first segment until it has its full length.
    private long room;
    private long bytes;

    Column(MemoryBudget budget, int elementBytes) {
        this.budget = budget;
        this.elementBytes = elementBytes;
    }

    /** Makes room for elements 0 to size - 1; false if the budget does not grant it. */
    final boolean reserve(long size) {
        while (size > room) {
            boolean grows = room > 0 && room < LENGTH;
            int added = room == 0 ? FIRST_LENGTH : (int) Math.min(room, LENGTH);
            long cost = (long) added * elementBytes + (grows ? 0 : EXTRA);
            if (!budget.acquire(cost)) {
                return false;
            }
            if (grows) {
                growFirst((int) room + added);
            } else {
                addSegment(added);
            }
            room += added;
            bytes += cost;
        }
        return true;
    }

    /** Adds an array of that length. */
    abstract void addSegment(int length);

    /** Copies the first array, the only one, into one of that length. */
    abstract void growFirst(int length);

    /** Forgets all arrays. */
    abstract void dropSegments();

    final long bytes() {
        return bytes;
    }

    final void clear() {
        long held = bytes;
        dropSegments();
        room = 0;
        bytes = 0;
        if (held > 0) {
            budget.release(held);
        }
    }
}
