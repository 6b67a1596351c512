// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.io.IOException;
import java.util.function.ToLongFunction;

/**
 * Groups the contents of records by key: a hash table whose keys are objects and whose values stay bytes (leaky-buffer
 * paper, section IV). Keys are compared with equals and may be null; groups are numbered in the order their keys come.
 *
 * @param <I> type of the input
 * @param <K> type of the keys
 */
public final class LeakyGroups<I, K> {
    private final LeakyBuffer<I, K> buffer;
    private final KeyIndex index;
    private final GroupPlacement placement = new GroupPlacement();

    /**
     * No groups. The keys themselves are not counted.
     *
     * @param extractor finds key and contents of each record
     * @param tags how many tags the extractor gives, such as one for each input of a join
     * @param budget asked for all memory
     */
    public LeakyGroups(ControlExtractor<I, K> extractor, int tags, MemoryBudget budget) {
        this(extractor, tags, budget, key -> 0);
    }

    /**
     * No groups.
     *
     * @param extractor finds key and contents of each record
     * @param tags how many tags the extractor gives, such as one for each input of a join
     * @param budget asked for all memory, that of the keys included
     * @param keyBytes bytes of heap that a new key takes, which may be an estimate; asked once for each
     */
    public LeakyGroups(ControlExtractor<I, K> extractor, int tags, MemoryBudget budget, ToLongFunction<Object> keyBytes) {
        buffer = new LeakyBuffer<>(extractor, tags, budget);
        index = new KeyIndex(budget, keyBytes);
    }

    /**
     * Takes records until the input ends or memory does; then {@link #clear()} after writing the groups elsewhere, and
     * call again.
     *
     * @return true at the end of the input
     * @throws IOException if the input cannot be read
     */
    public boolean fill(I input) throws IOException {
        return buffer.fill(input, placement, Long.MAX_VALUE);
    }

    /** The same for a number of records; true at the end of the input or after that many. */
    public boolean fill(I input, long most) throws IOException {
        return buffer.fill(input, placement, most);
    }

    private final class GroupPlacement implements BatchPlacement {
        private Object[] keys;
        private int[] hashes = new int[0];
        private int[] likely = new int[0];
        // Written so that no compiler leaves out what is read for the processor's caches.
        private int touched;

        /** Reads, for all keys side by side, what each will need one after the other: with many keys each read waits for memory. */
        @Override
        public void expect(Object[] next, int count) {
            keys = next;
            if (hashes.length < count) {
                hashes = new int[next.length];
                likely = new int[next.length];
            }
            for (int i = 0; i < count; i++) {
                hashes[i] = KeyIndex.hash(next[i]);
            }
            index.findLikely(hashes, likely, count);
            int sum = 0;
            for (int i = 0; i < count; i++) {
                sum += likely[i] < 0 ? 0 : KeyIndex.touch(index.key(likely[i])) + buffer.touch(likely[i]);
            }
            touched = sum;
        }

        @Override
        public int listFor(int place) {
            Object key = keys[place];
            int number = index.find(key, hashes[place]);
            if (number >= 0) {
                return number;
            }
            // A list without its key would number all later keys wrongly; a key without its list cannot be, as lists come first.
            if (buffer.lists() == index.size() && buffer.newList() == Placement.NO_MEMORY) {
                return Placement.NO_MEMORY;
            }
            return index.add(key, hashes[place]);
        }
    }

    /** The number of a key's group, or -1 if it has none. */
    public int find(Object key) {
        return index.find(key, KeyIndex.hash(key));
    }

    /** Number of groups. */
    public int size() {
        return index.size();
    }

    /** The key of a group. */
    @SuppressWarnings("unchecked")
    public K key(int group) {
        return (K) index.key(group);
    }

    /** The contents of a group, in the order they came. */
    public Contents contents(int group) {
        return buffer.contents(group);
    }

    /** Whether a group has no record: its key came with one for which there was no memory. */
    public boolean isEmpty(int group) {
        return buffer.isEmpty(group);
    }

    /** Number of records in all groups. */
    public long records() {
        return buffer.records();
    }

    /** Bytes of all records, without what tells them apart. */
    public long recordBytes() {
        return buffer.recordBytes();
    }

    /** Bytes acquired from the budget. */
    public long bytes() {
        return buffer.bytes() + index.bytes();
    }

    /** The groups by mixed hash of their keys; no more records can be taken until {@link #clear()}. */
    public GroupOrder sort() {
        return index.sort();
    }

    /** The groups in the order their keys came, the fastest way to walk them; no more records can be taken until {@link #clear()}. */
    public GroupOrder inArrivalOrder() {
        index.keysOnly();
        return new ArrivalOrder(index, buffer);
    }

    /** Forgets all groups and gives all memory back; records that wait for memory stay. */
    public void clear() {
        buffer.clear();
        index.clear();
    }

    /** Forgets the records and gives their memory back, but keeps the keys and their groups' numbers. */
    public void clearRecords() {
        buffer.clearRecords();
    }

    /** The number that orders a key in {@link #sort()}: equal keys have equal numbers. */
    public static int hash(Object key) {
        return KeyIndex.hash(key);
    }
}
