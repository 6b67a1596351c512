// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** Walks groups in the order their keys came, which is how keys and first records lie in memory. */
final class ArrivalOrder implements GroupOrder {
    private final KeyIndex index;
    private int number;

    ArrivalOrder(KeyIndex index) {
        this(index, -1);
    }

    private ArrivalOrder(KeyIndex index, int number) {
        this.index = index;
        this.number = number;
    }

    @Override
    public boolean next() {
        if (number + 1 >= index.size()) {
            return false;
        }
        number++;
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
        return new ArrivalOrder(index, number);
    }
}
