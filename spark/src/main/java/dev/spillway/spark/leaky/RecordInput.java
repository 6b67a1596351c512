// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.UnsafeInput;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A Kryo input that can give the bytes of a record: those it is told to take, or those an object was read from (leaky-buffer
 * paper, section IV.D, which changed Kryo for it). Kryo's own buffer moves while an object is read, so the bytes are
 * remembered as they pass from the stream to Kryo.
 */
final class RecordInput {
    // As Spark's own streams: a reduce task has one for each map output.
    private static final int BUFFER_BYTES = 4 << 10;
    // What an array may have on every JVM.
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final Passing passing;
    private final Input input;
    // Position in the stream of the first byte that is still wanted, or -1 for Kryo's own.
    private long mark = -1;
    private long from;
    private int length;

    RecordInput(InputStream in, boolean unsafe) {
        this(in, unsafe, BUFFER_BYTES);
    }

    RecordInput(InputStream in, boolean unsafe, int bufferBytes) {
        passing = new Passing(in, bufferBytes);
        input = unsafe ? new UnsafeInput(passing, bufferBytes) : new Input(passing, bufferBytes);
    }

    /** The input as Kryo wants it. */
    Input input() {
        return input;
    }

    /** Takes that many bytes; afterwards {@link #bytes()} and its like tell where they are. */
    void take(int count) {
        startKeeping();
        input.skip(count);
        stopKeeping();
    }

    /** Begins to keep the bytes that are read. */
    void startKeeping() {
        mark = input.total();
    }

    /** Ends it; {@link #bytes()} and its like tell where the bytes read since are, until something else is read. */
    void stopKeeping() {
        from = mark;
        length = (int) (input.total() - mark);
        mark = -1;
    }

    byte[] bytes() {
        return passing.window;
    }

    int offset() {
        return (int) (from - passing.windowStart);
    }

    int length() {
        return length;
    }

    /** Remembers what was read and is still wanted. */
    private final class Passing extends FilterInputStream {
        private byte[] window;
        private long windowStart;
        private int windowLength;

        Passing(InputStream in, int firstBytes) {
            super(in);
            window = new byte[firstBytes];
        }

        @Override
        public int read(byte[] into, int offset, int count) throws IOException {
            int read = super.read(into, offset, count);
            if (read > 0) {
                makeRoom(read);
                System.arraycopy(into, offset, window, windowLength, read);
                windowLength += read;
            }
            return read;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        private void makeRoom(int count) throws IOException {
            if (count <= window.length - windowLength) {
                return;
            }
            long wanted = mark >= 0 ? mark : input.total();
            int dropped = (int) (wanted - windowStart);
            int left = windowLength - dropped;
            if (count > MOST_BYTES - left) {
                throw new IOException("a serialized value has more than " + MOST_BYTES + " bytes");
            }
            byte[] roomy = left + count <= window.length ? window
                    : new byte[(int) Math.max(Math.min(window.length * 2L, MOST_BYTES), left + count)];
            System.arraycopy(window, dropped, roomy, 0, left);
            window = roomy;
            windowStart = wanted;
            windowLength = left;
        }
    }
}
