// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Lists of byte records in one arena. A list is a chain of slices; a slice is a header (address of the next slice and
 * bytes of room) and its room. All slices of a list but the last are full, so a record may lie in several. A record is a
 * number that holds length and tag, in seven bits a byte, and its bytes.
 */
final class RecordLists {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int HEADER = Long.BYTES;
    private static final int ROOM_BITS = 24;
    private static final int ROOM_MASK = (1 << ROOM_BITS) - 1;
    private static final int MAX_ROOM = ByteArena.PAGE_BYTES - HEADER;
    // What is left of a page is used for a slice only if that is worth its header.
    private static final int MIN_REST = 64;
    /** Most lists whose slices are read side by side. */
    static final int MOST_TOUCHED = 64;
    private static final int TOUCHED_SLICES = 6;
    // No slice has this address: the last one of the arena could not hold its header.
    private static final long NONE = (1L << ByteArena.ADDRESS_BITS) - 1;

    private final ByteArena arena;
    private final int tags;
    // Of each list first slice and room of the last one, then last slice and bytes used of it. Packed, because there may be
    // millions of lists, and side by side, because both are read from where the processor's caches do not have them.
    private final LongColumn ends;
    private final byte[] prefix = new byte[10];
    private final long[] touched = new long[MOST_TOUCHED];
    private int lists;
    private long records;
    private long recordBytes;

    /** Lists whose records carry a tag from 0 to tags - 1. */
    RecordLists(MemoryBudget budget, int tags) {
        this.arena = new ByteArena(budget);
        this.tags = tags;
        ends = new LongColumn(budget);
    }

    /** A new list's number, or {@link Placement#NO_MEMORY}. */
    int newList() {
        if (!ends.reserve(2L * lists + 2)) {
            return Placement.NO_MEMORY;
        }
        setHead(lists, NONE << ROOM_BITS);
        setTail(lists, NONE << ROOM_BITS);
        return lists++;
    }

    private long head(int list) {
        return ends.get(2L * list);
    }

    private void setHead(int list, long head) {
        ends.set(2L * list, head);
    }

    private long tail(int list) {
        return ends.get(2L * list + 1);
    }

    private void setTail(int list, long tail) {
        ends.set(2L * list + 1, tail);
    }

    /** Adds a record to the end of a list; false, with the list as it was, if the budget does not grant the room. */
    boolean append(int list, int tag, byte[] bytes, int offset, int length) {
        Objects.checkIndex(list, lists);
        if (tag < 0 || tag >= tags) {
            throw new IllegalArgumentException("tag " + tag + " is not between 0 and " + (tags - 1));
        }
        int prefixLength = encodePrefix((long) length * tags + tag);
        long head = head(list);
        long tail = tail(list);
        int free = (int) (head & ROOM_MASK) - (int) (tail & ROOM_MASK);
        // A length near the largest integer must not overflow.
        long missing = (long) prefixLength + length - free;
        long added = NONE;
        if (missing > 0) {
            added = allocateChain(slicesOf(head, tail), (int) (head & ROOM_MASK), missing);
            if (added == NONE) {
                return false;
            }
            link(list, head, tail, added);
        }
        write(list, prefix, 0, prefixLength);
        write(list, bytes, offset, length);
        records++;
        recordBytes += length;
        return true;
    }

    private int encodePrefix(long value) {
        int i = 0;
        for (; value > 0x7f; value >>>= 7) {
            prefix[i++] = (byte) (value & 0x7f | 0x80);
        }
        prefix[i++] = (byte) value;
        return i;
    }

    private static int slicesOf(long head, long tail) {
        long first = head >>> ROOM_BITS;
        return first == NONE ? 0 : first == tail >>> ROOM_BITS ? 1 : 2;
    }

    // A chain that holds the missing bytes; what was allocated before memory ran out is lost until the arena is cleared.
    private long allocateChain(int slices, int lastRoom, long missing) {
        long first = NONE;
        long previous = NONE;
        int count = slices;
        int room = lastRoom;
        for (long rest = missing; rest > 0; rest -= room) {
            room = room(count, room, rest);
            long address = arena.allocate(HEADER + room);
            if (address < 0) {
                return NONE;
            }
            LONG.set(arena.page(address), ByteArena.offset(address), NONE << ROOM_BITS | room);
            if (previous == NONE) {
                first = address;
            } else {
                setNext(previous, address);
            }
            previous = address;
            count++;
        }
        return first;
    }

    private int room(int slices, int lastRoom, long rest) {
        int wanted = Math.min(SliceSizes.next(slices, lastRoom, (int) Math.min(rest, MAX_ROOM)), MAX_ROOM);
        int inPage = arena.roomInPage() - HEADER;
        return inPage >= MIN_REST ? Math.min(wanted, inPage) : wanted;
    }

    private void setNext(long slice, long next) {
        byte[] page = arena.page(slice);
        int at = ByteArena.offset(slice);
        LONG.set(page, at, next << ROOM_BITS | (long) LONG.get(page, at) & ROOM_MASK);
    }

    // The new chain begins where the list ends; if the list is new or full, it also is where the next byte goes.
    private void link(int list, long head, long tail, long added) {
        long last = tail >>> ROOM_BITS;
        long first = head >>> ROOM_BITS;
        if (last == NONE) {
            first = added;
        } else {
            setNext(last, added);
        }
        if (last == NONE || (head & ROOM_MASK) == (tail & ROOM_MASK)) {
            int room = (int) ((long) LONG.get(arena.page(added), ByteArena.offset(added)) & ROOM_MASK);
            setHead(list, first << ROOM_BITS | room);
            setTail(list, added << ROOM_BITS);
        }
    }

    private void write(int list, byte[] bytes, int offset, int length) {
        long tail = tail(list);
        int room = (int) (head(list) & ROOM_MASK);
        while (length > 0) {
            long slice = tail >>> ROOM_BITS;
            int used = (int) (tail & ROOM_MASK);
            if (used == room) {
                slice = nextOf(slice);
                room = roomOf(slice);
                used = 0;
            }
            int part = Math.min(length, room - used);
            System.arraycopy(bytes, offset, arena.page(slice), ByteArena.offset(slice) + HEADER + used, part);
            tail = slice << ROOM_BITS | used + part;
            offset += part;
            length -= part;
        }
        setTail(list, tail);
        setHead(list, head(list) & ~(long) ROOM_MASK | room);
    }

    /** Reads what will be read to add to a list, for the processor's caches; the result means nothing. */
    int touch(int list) {
        long tail = tail(list);
        long slice = tail >>> ROOM_BITS;
        return slice == NONE ? 0 : arena.page(slice)[ByteArena.offset(slice)];
    }

    /** Reads the first slices of some lists side by side, for the processor's caches; the result means nothing. */
    long touchSlices(int from, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            touched[i] = head(from + i) >>> ROOM_BITS;
        }
        for (int depth = 0; depth < TOUCHED_SLICES; depth++) {
            for (int i = 0; i < count; i++) {
                touched[i] = touched[i] == NONE ? NONE : nextOf(touched[i]);
                sum += touched[i];
            }
        }
        return sum;
    }

    private long nextOf(long slice) {
        return (long) LONG.get(arena.page(slice), ByteArena.offset(slice)) >>> ROOM_BITS;
    }

    private int roomOf(long slice) {
        return (int) ((long) LONG.get(arena.page(slice), ByteArena.offset(slice)) & ROOM_MASK);
    }

    /** Whether a list has no record: its first did not fit, or none came. */
    boolean isEmpty(int list) {
        return head(list) >>> ROOM_BITS == NONE;
    }

    /** The records of a list, in the order they were added. */
    Contents contents(int list) {
        return new Cursor(list);
    }

    int lists() {
        return lists;
    }

    long records() {
        return records;
    }

    /** Bytes of all records, without what tells them apart. */
    long recordBytes() {
        return recordBytes;
    }

    /** Bytes of all arrays. */
    long bytes() {
        return arena.bytes() + ends.bytes();
    }

    /** Empties all lists. */
    void clearRecords() {
        arena.clear();
        for (int list = 0; list < lists; list++) {
            setHead(list, NONE << ROOM_BITS);
            setTail(list, NONE << ROOM_BITS);
        }
        records = 0;
        recordBytes = 0;
    }

    void clear() {
        arena.clear();
        ends.clear();
        lists = 0;
        records = 0;
        recordBytes = 0;
    }

    /** Walks a list. The list must not change meanwhile. */
    private final class Cursor implements Contents {
        private final long lastSlice;
        private final int lastUsed;
        private long slice;
        private byte[] page;
        private int at;
        private int end;
        private byte[] scratch = new byte[0];
        private byte[] bytes;
        private int offset;
        private int length;
        private int tag;

        Cursor(int list) {
            long tail = tail(list);
            lastSlice = tail >>> ROOM_BITS;
            lastUsed = (int) (tail & ROOM_MASK);
            long first = head(list) >>> ROOM_BITS;
            if (first != NONE) {
                enter(first);
            }
        }

        private void enter(long next) {
            slice = next;
            page = arena.page(next);
            at = ByteArena.offset(next) + HEADER;
            end = at + (next == lastSlice ? lastUsed : roomOf(next));
        }

        @Override
        public boolean next() {
            if (at == end && (lastSlice == NONE || slice == lastSlice)) {
                return false;
            }
            long number = readPrefix();
            tag = (int) (number % tags);
            length = (int) (number / tags);
            if (length <= end - at) {
                bytes = page;
                offset = at;
                at += length;
            } else {
                copyToScratch();
            }
            return true;
        }

        private long readPrefix() {
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                if (at == end) {
                    enter(nextOf(slice));
                }
                byte b = page[at++];
                number |= (long) (b & 0x7f) << shift;
                if (b >= 0) {
                    return number;
                }
            }
        }

        private void copyToScratch() {
            if (scratch.length < length) {
                scratch = new byte[Math.max(length, 256)];
            }
            for (int done = 0; done < length; ) {
                if (at == end) {
                    enter(nextOf(slice));
                }
                int part = Math.min(length - done, end - at);
                System.arraycopy(page, at, scratch, done, part);
                at += part;
                done += part;
            }
            bytes = scratch;
            offset = 0;
        }

        @Override
        public int tag() {
            return tag;
        }

        @Override
        public byte[] bytes() {
            return bytes;
        }

        @Override
        public int offset() {
            return offset;
        }

        @Override
        public int length() {
            return length;
        }
    }
}
