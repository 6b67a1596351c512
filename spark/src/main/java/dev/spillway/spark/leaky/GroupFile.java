// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.serializer.SerializerManager;

/**
 * The values of a streamed group on disk. Lives as long as the group does, also in a cache and after its task: it is deleted
 * when the group is collected, or earlier when whoever read it knows that nobody will again.
 */
final class GroupFile {
    private static final int BUFFER_BYTES = 16 << 10;

    private final SpillFile file;
    private final SerializerManager serializers;
    private final Supplier<ValueDecoder> decoders;
    private final Cleaner cleaner;
    private final Set<AutoCloseable> open;
    private final Cleaner.Cleanable deletion;

    /**
     * Takes over a finished file.
     *
     * @param file values, each with its length before it
     * @param serializers decompress and decrypt it
     * @param decoders make decoders, each for one walk
     * @param cleaner deletes the file and closes walks that nobody ends
     * @param open takes what walks hold until they end, for an owner that closes it before; null if there is none
     */
    GroupFile(SpillFile file, SerializerManager serializers, Supplier<ValueDecoder> decoders, Cleaner cleaner,
            Set<AutoCloseable> open) {
        this.open = open;
        this.file = file;
        this.serializers = serializers;
        this.decoders = decoders;
        this.cleaner = cleaner;
        File path = file.file();
        deletion = cleaner.register(this, path::delete);
    }

    /** A walk over the values. */
    <V> StreamedValues<V> walk() throws IOException {
        InputStream values = new FileInputStream(file.file());
        try {
            values = serializers.wrapStream(file.id(), new BufferedInputStream(values, BUFFER_BYTES));
            Walk walk = new Walk(values, decoders.get(), open);
            if (open != null) {
                open.add(walk);
            }
            StreamedValues<V> made = new StreamedValues<>(values, walk.decoder, this, walk::close);
            // Closes twice at worst, which does nothing.
            cleaner.register(made, walk::close);
            return made;
        } catch (Throwable t) {
            // Scala's methods throw checked exceptions without saying so.
            values.close();
            throw t;
        }
    }

    /** Checks how many values a walk saw. */
    void requireAll(long read) throws IOException {
        file.requireAll(read);
    }

    /** What a walk holds: the decompressor may have memory of its own. */
    private static final class Walk implements AutoCloseable {
        private final InputStream values;
        private final ValueDecoder decoder;
        private final Set<AutoCloseable> open;

        Walk(InputStream values, ValueDecoder decoder, Set<AutoCloseable> open) {
            this.values = values;
            this.decoder = decoder;
            this.open = open;
        }

        @Override
        public void close() {
            if (open != null) {
                open.remove(this);
            }
            decoder.close();
            try {
                values.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Deletes the file now. */
    void delete() {
        deletion.clean();
    }
}
