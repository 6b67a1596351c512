// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** Walks groups in the order their keys came, which is how keys and first records lie in memory; the rest of each it reads ahead. */
final class ArrivalOrder implements GroupOrder {
    private final KeyIndex index;
    private final LeakyBuffer<?, ?> buffer;
    private int number;
    // Written so that no compiler leaves out what is read for the processor's caches.
    private long touched;

    ArrivalOrder(KeyIndex index, LeakyBuffer<?, ?> buffer) {
        this(index, buffer, -1);
    }

    private ArrivalOrder(KeyIndex index, LeakyBuffer<?, ?> buffer, int number) {
        this.index = index;
        this.buffer = buffer;
        this.number = number;
    }

    @Override
    public boolean next() {
        if (number + 1 >= index.size()) {
            return false;
        }
        number++;
        if (number % RecordLists.MOST_TOUCHED == 0) {
            touched = buffer.touchSlices(number, Math.min(RecordLists.MOST_TOUCHED, index.size() - number));
        }
        return true;
    }

    @Override
    public int hash() {
        return KeyIndex.hash(index.key(number));
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public GroupOrder copy() {
        return new ArrivalOrder(index, buffer, number);
    }
}
