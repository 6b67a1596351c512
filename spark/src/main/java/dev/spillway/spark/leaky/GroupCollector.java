// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.spillway.leaky.Contents;
import java.io.IOException;
import org.apache.spark.util.collection.CompactBuffer;
import scala.collection.Iterable;

/**
 * Gathers the values of one group: a small one becomes the CompactBuffer that Spark gives, a large one a file of the task that
 * a {@link StreamedGroup} reads as often as it is asked to.
 */
final class GroupCollector {
    /** Groups of more serialized bytes than this are streamed. */
    static final int LARGE_BYTES = 1 << 20;

    private final SpillFiles files;
    private final ValueDecoder decoder;
    private final boolean outlives;
    // Each value with its length before it, in memory or at the end of what the file has.
    private Output bytes = newBuffer();
    private ValueWriter file;
    private long count;

    /**
     * Begins with no values.
     *
     * @param files take large groups
     * @param decoder makes the values of small ones
     * @param outlives whether a large group may be read after the task, as one that a program keeps
     */
    GroupCollector(SpillFiles files, ValueDecoder decoder, boolean outlives) {
        this.files = files;
        this.decoder = decoder;
        this.outlives = outlives;
    }

    private static Output newBuffer() {
        return new Output(512, -1);
    }

    /** Takes the record the contents are on. */
    void add(Contents contents) throws IOException {
        bytes.writeVarInt(contents.length(), true);
        count++;
        if (contents.length() > LARGE_BYTES) {
            // Not copied: the buffer would have to become as large.
            flush();
            file.write(contents.bytes(), contents.offset(), contents.length());
            return;
        }
        bytes.writeBytes(contents.bytes(), contents.offset(), contents.length());
        if (bytes.position() > LARGE_BYTES) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (file == null) {
            file = files.writeValues();
        }
        file.write(bytes.getBuffer(), 0, bytes.position());
        bytes.clear();
    }

    /** Whether what was added is in a file. */
    boolean isLarge() {
        return file != null;
    }

    /** The values added since the last call. */
    Iterable<Object> finish() throws IOException {
        return finish(StockShape.newBuffer());
    }

    /**
     * The same after other values.
     *
     * @param first values that come before; may be the result, with all others
     */
    Iterable<Object> finish(CompactBuffer<Object> first) throws IOException {
        try {
            return file == null ? decoded(first) : streamed(first);
        } finally {
            drop();
        }
    }

    @SuppressWarnings("unchecked")
    private Iterable<Object> streamed(CompactBuffer<Object> first) throws IOException {
        flush();
        StreamedGroup group = new StreamedGroup(first, files.finish(file, count, outlives), count);
        file = null;
        return group;
    }

    private CompactBuffer<Object> decoded(CompactBuffer<Object> values) {
        Input lengths = new Input(bytes.getBuffer(), 0, bytes.position());
        while (!lengths.eof()) {
            int length = lengths.readVarInt(true);
            StockShape.add(values, decoder.value(bytes.getBuffer(), lengths.position(), length));
            lengths.skip(length);
        }
        return values;
    }

    /** Forgets what was added since the last call of {@link #finish()}. */
    void drop() {
        if (file != null) {
            files.discard(file);
            file = null;
        }
        if (bytes.getBuffer().length > 2 * LARGE_BYTES) {
            bytes = newBuffer();
        }
        bytes.clear();
        count = 0;
    }
}
