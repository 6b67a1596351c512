// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;
import java.util.function.ToLongFunction;

/**
 * Numbers keys in the order they first come: 0, 1 and so on. Open addressing in many small tables, chosen by the upper bits
 * of the mixed hash code, which grow one by one: no growth needs a second copy of the whole index, and sorting each table
 * sorts all keys by hash without further memory.
 */
final class KeyIndex {
    private static final int TABLE_BITS = 8;
    private static final int TABLES = 1 << TABLE_BITS;
    private static final int FIRST_SLOTS = 8;
    private static final int NULL_HASH = 0x5F3759DF;
    private static final long DIRECTORY_COST = TABLES * 12L + 32;

    private final MemoryBudget budget;
    private final ToLongFunction<Object> keyBytes;
    private final ReferenceColumn keys;
    // A slot is the mixed hash in the upper half and the key's number plus one in the lower; 0 is empty.
    private long[][] tables;
    private int[] filled;
    private int size;
    // Of tables and keys, without the column of references to them; and of the tables alone.
    private long bytes;
    private long tableBytes;

    /** No keys; the function says what each takes itself. */
    KeyIndex(MemoryBudget budget, ToLongFunction<Object> keyBytes) {
        this.budget = budget;
        this.keyBytes = keyBytes;
        keys = new ReferenceColumn(budget);
    }

    /**
     * Spreads a hash code over all bits; a bijection, so that equal results mean equal codes. The order of spilled runs is
     * that of these numbers, unsigned.
     */
    static int mix(int hashCode) {
        int h = hashCode * 0x9E3779B9;
        return h ^ h >>> 15;
    }

    static int hash(Object key) {
        // Not 0: the hash code of empty strings and zeros, which often come with nulls.
        return mix(key == null ? NULL_HASH : key.hashCode());
    }

    /** The number of a key, or -1 if it is not here. */
    int find(Object key, int hash) {
        if (tables == null) {
            return -1;
        }
        long[] table = tables[hash >>> 32 - TABLE_BITS];
        if (table == null) {
            return -1;
        }
        int mask = table.length - 1;
        for (int i = hash & mask; table[i] != 0; i = i + 1 & mask) {
            if ((int) (table[i] >>> 32) == hash && same(key, keys.get((int) table[i] - 1))) {
                return (int) table[i] - 1;
            }
        }
        return -1;
    }

    /** Of each hash the number of the key that is first looked at, or -1; right for most keys that are here. */
    void findLikely(int[] hashes, int[] numbers, int count) {
        if (tables == null) {
            Arrays.fill(numbers, 0, count, -1);
            return;
        }
        for (int i = 0; i < count; i++) {
            long[] table = tables[hashes[i] >>> 32 - TABLE_BITS];
            long slot = table == null ? 0 : table[hashes[i] & table.length - 1];
            numbers[i] = (int) (slot >>> 32) == hashes[i] ? (int) slot - 1 : -1;
        }
    }

    /** Reads what comparing with a key will read first; the result means nothing. */
    static int touch(Object key) {
        if (key instanceof String text) {
            // Length and last character are at the two ends of what is compared.
            return text.isEmpty() ? 0 : text.charAt(text.length() - 1);
        }
        return key instanceof Number ? 1 : 0;
    }

    private static boolean same(Object a, Object b) {
        return a == b || a != null && a.equals(b);
    }

    /** Adds a key that is not here; its number, or -1 if the budget does not grant the room. */
    int add(Object key, int hash) {
        int t = hash >>> 32 - TABLE_BITS;
        if (!reserveDirectory() || !keys.reserve(size + 1) || !reserveSlot(t) || !reserveKey(key)) {
            return -1;
        }
        keys.set(size, key);
        insert(tables[t], (long) hash << 32 | size + 1);
        filled[t]++;
        return size++;
    }

    private boolean reserveDirectory() {
        if (tables != null) {
            return true;
        }
        if (!budget.acquire(DIRECTORY_COST)) {
            return false;
        }
        grewTables(DIRECTORY_COST);
        tables = new long[TABLES][];
        filled = new int[TABLES];
        return true;
    }

    private boolean reserveSlot(int t) {
        long[] old = tables[t];
        if (old != null && filled[t] < old.length - old.length / 4) {
            return true;
        }
        int slots = old == null ? FIRST_SLOTS : old.length * 2;
        if (!budget.acquire(cost(slots))) {
            return false;
        }
        grewTables(cost(slots));
        tables[t] = new long[slots];
        if (old != null) {
            for (long slot : old) {
                if (slot != 0) {
                    insert(tables[t], slot);
                }
            }
            grewTables(-cost(old.length));
            budget.release(cost(old.length));
        }
        return true;
    }

    private void grewTables(long by) {
        tableBytes += by;
        bytes += by;
    }

    private boolean reserveKey(Object key) {
        long needed = keyBytes.applyAsLong(key);
        if (needed > 0 && !budget.acquire(needed)) {
            return false;
        }
        bytes += needed;
        return true;
    }

    private static long cost(int slots) {
        return slots * 8L + 16;
    }

    private static void insert(long[] table, long slot) {
        int mask = table.length - 1;
        int i = (int) (slot >>> 32) & mask;
        while (table[i] != 0) {
            i = i + 1 & mask;
        }
        table[i] = slot;
    }

    Object key(int number) {
        return keys.get(number);
    }

    int size() {
        return size;
    }

    long bytes() {
        return bytes + keys.bytes();
    }

    /** All keys by mixed hash, unsigned. Nothing can be found or added afterwards, until the index is cleared. */
    GroupOrder sort() {
        long[][] sorted = tables == null ? new long[0][] : tables;
        for (long[] table : sorted) {
            if (table != null) {
                // The upper bits of a table are the same, so signed and unsigned order agree, but for the empty slots.
                Arrays.sort(table);
            }
        }
        return new HashOrder(sorted);
    }

    /** Gives the tables back: nothing can be found or added afterwards, until the index is cleared. */
    void keysOnly() {
        long held = tableBytes;
        dropTables();
        release(held);
    }

    private void dropTables() {
        bytes -= tableBytes;
        tableBytes = 0;
        tables = null;
        filled = null;
    }

    void clear() {
        keys.clear();
        long held = bytes;
        dropTables();
        size = 0;
        bytes = 0;
        release(held);
    }

    private void release(long held) {
        if (held > 0) {
            budget.release(held);
        }
    }
}
