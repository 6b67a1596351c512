// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.io.IOException;

/**
 * Holds the contents of records as bytes, in lists, and leaks each record's control information to the program that
 * organizes them (leaky-buffer paper, section III.A). How control information is found is programmable, and so is what
 * the program does with it: a hash table that groups by key, an index for a sort, a filter.
 *
 * <pre>{@code
 * LeakyBuffer<DataInput, String> buffer = new LeakyBuffer<>(extractor, 1, MemoryBudget.UNLIMITED);
 * Map<String, Integer> lists = new HashMap<>();
 * buffer.fill(input, key -> lists.computeIfAbsent(key, k -> buffer.newList()));
 * for (Contents c = buffer.contents(lists.get("a")); c.next(); ) { decode(c.bytes(), c.offset(), c.length()); }
 * }</pre>
 *
 * <p>Costs for each list 16 bytes, for each record one byte (two from 128 bytes on, and so on), and for each piece of a list 8.
 * The first two pieces are as large as what is added. Each further one is half as large again as the last and leaves room for
 * more: it has at least 32 bytes, more than a list of few small records itself, and no more than 16 KiB unless a record needs
 * it. Nothing is an object but pages of 256 KiB. Neither a record nor a list nor the buffer is bounded by the size of an array,
 * except that one record has at most 2 GiB.
 *
 * @param <I> type of the input
 * @param <C> type of the control information
 */
public final class LeakyBuffer<I, C> {
    private final RecordLists lists;
    private final Lookahead<I, C> ahead;

    /**
     * An empty buffer.
     *
     * @param extractor finds control information and contents in the input
     * @param tags how many tags the extractor gives: 0 to tags - 1
     * @param budget asked for all memory
     * @throws IllegalArgumentException if there is not at least one tag
     */
    public LeakyBuffer(ControlExtractor<I, C> extractor, int tags, MemoryBudget budget) {
        if (tags < 1) {
            throw new IllegalArgumentException("tags must be at least 1, not " + tags);
        }
        ahead = new Lookahead<>(extractor);
        lists = new RecordLists(budget, tags);
    }

    /**
     * Takes records until the input ends or memory does. A record for which there is no memory is not lost: the next call,
     * which must be with the same input, begins with it. Some records are taken from the input ahead of the one that is placed.
     *
     * @param input where the extractor reads
     * @param placement is given each record's control information
     * @return true at the end of the input, false if the budget granted no memory for a record
     * @throws IOException if the input cannot be read
     */
    public boolean fill(I input, Placement<C> placement) throws IOException {
        return fill(input, placement, Long.MAX_VALUE);
    }

    /**
     * The same for a number of records.
     *
     * @param most records to take, above zero
     * @return true at the end of the input or after that many, false if the budget granted no memory for a record
     */
    public boolean fill(I input, Placement<C> placement, long most) throws IOException {
        return fill(input, new OneByOne(placement), most);
    }

    /** The same with a placement that sees some records ahead. */
    boolean fill(I input, BatchPlacement placement, long most) throws IOException {
        for (long taken = 0; taken < most; taken++) {
            if (!ahead.hasNext()) {
                if (!ahead.take(input, most - taken)) {
                    return true;
                }
                placement.expect(ahead.controls(), ahead.count());
            }
            int list = placement.listFor(ahead.place());
            if (list == Placement.NO_MEMORY || !lists.append(list, ahead.tag(), ahead.bytes(), ahead.offset(), ahead.length())) {
                return false;
            }
            ahead.advance();
        }
        return true;
    }

    /** Reads what will be read to add to a list, for the processor's caches; the result means nothing. */
    int touch(int list) {
        return lists.touch(list);
    }

    /** The same for reading some lists, at most {@link RecordLists#MOST_TOUCHED}, from their beginnings. */
    long touchSlices(int from, int count) {
        return lists.touchSlices(from, count);
    }

    private final class OneByOne implements BatchPlacement {
        private final Placement<C> placement;

        OneByOne(Placement<C> placement) {
            this.placement = placement;
        }

        @Override
        public void expect(Object[] controls, int count) {
            // Sees them when they come.
        }

        @Override
        @SuppressWarnings("unchecked")
        public int listFor(int place) {
            return placement.listFor((C) ahead.controls()[place]);
        }
    }

    /** Makes an empty list and answers its number: 0, 1 and so on, or {@link Placement#NO_MEMORY}. */
    public int newList() {
        return lists.newList();
    }

    /** The records of one list, in the order they came. */
    public Contents contents(int list) {
        return lists.contents(list);
    }

    /** Whether a list has no record. */
    public boolean isEmpty(int list) {
        return lists.isEmpty(list);
    }

    /** Number of lists. */
    public int lists() {
        return lists.lists();
    }

    /** Number of records in all lists. */
    public long records() {
        return lists.records();
    }

    /** Bytes of all records, without what tells them apart. */
    public long recordBytes() {
        return lists.recordBytes();
    }

    /** Bytes that were acquired from the budget. */
    public long bytes() {
        return lists.bytes();
    }

    /** Empties all lists, which keep their numbers; records that wait for memory stay. */
    public void clearRecords() {
        lists.clearRecords();
    }

    /** Forgets all lists and gives all memory back; records that wait for memory stay. */
    public void clear() {
        lists.clear();
        ahead.forgetIfEmpty();
    }
}
