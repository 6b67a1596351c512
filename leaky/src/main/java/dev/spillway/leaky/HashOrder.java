// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** Walks the keys of sorted groups by their mixed hash, unsigned. Begins before the first key. */
public final class HashOrder {
    private final long[][] tables;
    private int table;
    private int slot = -1;

    HashOrder(long[][] tables) {
        this.tables = tables;
    }

    /** Another walk that begins where this one is. */
    public HashOrder copy() {
        HashOrder copy = new HashOrder(tables);
        copy.table = table;
        copy.slot = slot;
        return copy;
    }

    /** Goes to the next key; false at the end. */
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

    /** The key's mixed hash. */
    public int hash() {
        return (int) (tables[table][slot] >>> 32);
    }

    /** The key's number. */
    public int number() {
        return (int) tables[table][slot] - 1;
    }
}
