// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.codahale.metrics.Counter;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Set;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerManager;

/**
 * The values of a streamed group on disk. Lives as long as the group does, also in a cache and after its task: it is deleted
 * when the group is collected, or earlier when whoever read it knows that nobody will again.
 */
final class GroupFile {
    private static final int BUFFER_BYTES = 16 << 10;

    private final SpillFile file;
    private final SerializerManager serializers;
    private final ValueDecoders decoders;
    private final OpenWalks walks;
    private final Set<AutoCloseable> owned;
    private final Cleaner.Cleanable deletion;

    /**
     * Takes over a finished file.
     *
     * @param file values, each with its length before it
     * @param serializers decompress and decrypt it
     * @param decoders make decoders, each for one walk
     * @param walks bounds what walks hold, and deletes the file and closes walks that nobody refers to
     * @param owned takes what walks hold until they end, for an owner that closes it before; null if there is none
     */
    GroupFile(SpillFile file, SerializerManager serializers, ValueDecoders decoders, OpenWalks walks,
            Set<AutoCloseable> owned) {
        this.owned = owned;
        this.file = file;
        this.serializers = serializers;
        this.decoders = decoders;
        this.walks = walks;
        deletion = walks.cleaner().register(this, deleting(file, owned == null ? walks.groupFileBytes() : new Counter()));
    }

    // Static, for the cleaner must not refer to the group.
    private static Runnable deleting(SpillFile file, Counter bytes) {
        bytes.inc(file.bytes());
        return () -> {
            file.file().delete();
            bytes.dec(file.bytes());
        };
    }

    /** A walk over the values, which holds nothing until it is asked for the first. */
    <V> StreamedValues<V> walk() {
        GroupWalk walk = new GroupWalk(this);
        StreamedValues<V> made = new StreamedValues<>(walk);
        // Closes twice at worst, which does nothing.
        walks.cleaner().register(made, walk::close);
        return made;
    }

    /** The values as they were written, from the first. */
    InputStream open() throws IOException {
        InputStream values = new FileInputStream(file.file());
        try {
            return serializers.wrapStream(file.id(), new BufferedInputStream(values, BUFFER_BYTES));
        } catch (Throwable t) {
            // Scala's methods throw checked exceptions without saying so.
            values.close();
            throw t;
        }
    }

    ValueDecoder newDecoder() {
        return decoders.get();
    }

    /** What wrote the values. */
    KryoSerializer serializer() {
        return decoders.serializer();
    }

    /**
     * Writes how many values there are, and each with its length before it, without making objects of them.
     *
     * @throws IOException if the file cannot be read or is not as it was written
     */
    void copyTo(Output out) throws IOException {
        out.writeLong(file.count());
        try (InputStream stream = open()) {
            RecordInput records = new RecordInput(stream, false);
            KillCheck kill = KillCheck.ofThread();
            long read = 0;
            for (; take(records); read++) {
                kill.next();
                out.writeVarInt(records.length(), true);
                out.writeBytes(records.bytes(), records.offset(), records.length());
            }
            requireAll(read);
        } finally {
            // Or the file could be deleted while it is read.
            Reference.reachabilityFence(this);
        }
    }

    // Not around what is written: Spark itself says which of its buffers is too small for that.
    private boolean take(RecordInput records) throws IOException {
        try {
            Input input = records.input();
            if (input.eof()) {
                return false;
            }
            records.take(input.readVarInt(true));
            return true;
        } catch (KryoException e) {
            throw unreadable(e);
        }
    }

    /** Is told of a walk that has opened the file. */
    void opened(GroupWalk walk) {
        if (owned != null) {
            owned.add(walk);
        }
        walks.add(walk);
    }

    /** Is told of a walk that has ended. */
    void closed(GroupWalk walk) {
        if (owned != null) {
            owned.remove(walk);
        }
        walks.remove(walk);
    }

    /** What reading the file failed with, and which one it was. */
    IOException unreadable(KryoException e) {
        return file.unreadable(e);
    }

    /** Checks how many values a walk saw. */
    void requireAll(long read) throws IOException {
        file.requireAll(read);
    }

    /** Deletes the file now. */
    void delete() {
        deletion.clean();
    }
}
