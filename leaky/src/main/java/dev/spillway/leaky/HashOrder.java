// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** Walks the keys of sorted groups by their mixed hash, unsigned. */
final class HashOrder implements GroupOrder {
    private final long[][] tables;
    private int table;
    private int slot = -1;

    HashOrder(long[][] tables) {
        this.tables = tables;
    }

    @Override
    public HashOrder copy() {
        HashOrder copy = new HashOrder(tables);
        copy.table = table;
        copy.slot = slot;
        return copy;
    }

    @Override
    public boolean next() {
        for (; table < tables.length; table++, slot = -1) {
            long[] slots = tables[table];
            while (slots != null && ++slot < slots.length) {
                if (slots[slot] != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public int hash() {
        return (int) (tables[table][slot] >>> 32);
    }

    @Override
    public int number() {
        return (int) tables[table][slot] - 1;
    }
}
