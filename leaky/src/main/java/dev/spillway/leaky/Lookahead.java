// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.io.IOException;
import java.util.Arrays;

/**
 * Records that were taken from the input and wait to be placed. Those that are small are copied, so that some can wait at once; a large
 * one is the last of its batch and stays where the extractor has it.
 *
 * @param <I> type of the input
 * @param <C> type of the control information
 */
final class Lookahead<I, C> {
    private static final int MOST_RECORDS = 64;
    private static final int MOST_COPIED = 16 << 10;
    private static final int LARGE = 1 << 10;
    private static final int LEAST_COPIED = 512;
    private static final byte[] NONE = new byte[0];

    private final ControlExtractor<I, C> extractor;
    private final Record<C> record = new Record<>();
    private final Object[] controls = new Object[MOST_RECORDS];
    private final int[] tags = new int[MOST_RECORDS];
    private final int[] offsets = new int[MOST_RECORDS];
    private final int[] lengths = new int[MOST_RECORDS];
    private byte[] copies = NONE;
    private int copied;
    // The bytes of the last record if it is large.
    private byte[] large;
    private int count;
    private int at;
    // The extractor has said so, once: asked again it might begin anew.
    private boolean ended;

    Lookahead(ControlExtractor<I, C> extractor) {
        this.extractor = extractor;
    }

    /** Whether a record waits. */
    boolean hasNext() {
        return at < count;
    }

    /** Takes records while none waits, at least one and no more than asked for; false at the end of the input. */
    boolean take(I input, long most) throws IOException {
        at = 0;
        count = 0;
        copied = 0;
        large = null;
        int room = (int) Math.min(most, MOST_RECORDS);
        while (!ended && count < room && copied < MOST_COPIED && large == null) {
            ended = !extractor.next(input, record);
            if (!ended) {
                keep();
            }
        }
        ended &= count > 0;
        forgetIfEmpty();
        return count > 0;
    }

    private void keep() {
        controls[count] = record.control();
        tags[count] = record.tag();
        int length = record.length();
        lengths[count] = length;
        if (length > LARGE) {
            large = record.bytes();
            offsets[count] = record.offset();
        } else {
            if (copied + length > copies.length) {
                copies = Arrays.copyOf(copies, Math.max(Math.max(copied + length, copies.length * 2), LEAST_COPIED));
            }
            System.arraycopy(record.bytes(), record.offset(), copies, copied, length);
            offsets[count] = copied;
            copied += length;
        }
        count++;
    }

    /** Goes to the next record. */
    void advance() {
        at++;
    }

    /** Control information of all records; of those before {@link #place} it has been used. */
    Object[] controls() {
        return controls;
    }

    int count() {
        return count;
    }

    int place() {
        return at;
    }

    int tag() {
        return tags[at];
    }

    byte[] bytes() {
        return large != null && at == count - 1 ? large : copies;
    }

    int offset() {
        return offsets[at];
    }

    int length() {
        return lengths[at];
    }

    /** Holds on to nothing any more, unless a record waits. */
    void forgetIfEmpty() {
        if (!hasNext()) {
            Arrays.fill(controls, null);
            record.set(null, 0, null, 0, 0);
            large = null;
            copies = NONE;
        }
    }
}
