// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.util.NoSuchElementException;
import scala.collection.AbstractIterator;

/** One walk over the values that a {@link ValueWriter} wrote. */
final class StreamedValues<V> extends AbstractIterator<V> {
    private final RecordInput records;
    private final Input input;
    private final ValueDecoder decoder;
    // Keeps the file until the walk has ended.
    private GroupFile file;
    private final Runnable end;
    private long read;

    StreamedValues(InputStream stream, ValueDecoder decoder, GroupFile file, Runnable end) {
        this.end = end;
        this.decoder = decoder;
        this.file = file;
        records = new RecordInput(stream, false);
        input = records.input();
    }

    @Override
    public boolean hasNext() {
        try {
            if (file != null && input.eof()) {
                endOf(file);
            }
            return file != null;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private void endOf(GroupFile walked) {
        file = null;
        end.run();
        try {
            walked.requireAll(read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public V next() {
        if (!hasNext()) {
            throw new NoSuchElementException("end of the group");
        }
        try {
            records.take(input.readVarInt(true));
            read++;
            return (V) decoder.value(records.bytes(), records.offset(), records.length());
        } finally {
            // Or the cleaner could end the walk while its last value is decoded.
            Reference.reachabilityFence(this);
        }
    }
}
