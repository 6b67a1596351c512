// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import dev.spillway.leaky.Contents;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.apache.spark.serializer.KryoSerializerInstance;

/** Reads the groups that {@link SpillWriter} wrote. */
final class SpillRun<K> implements Run<K>, AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final SpillFile file;
    private final KryoSerializerInstance serializer;
    private final Consumer<SpillRun<?>> closed;
    private final Records records = new Records();
    private final RecordInput bytes;
    private Input input;
    private Kryo kryo;
    private int hash;
    private boolean sharesHash;
    private K key;
    private boolean inGroup;
    private long groups;

    /**
     * A reader before its first group.
     *
     * @param in what was written
     * @param file says how much was
     * @param serializer reads keys
     * @param closed told when the run is at its end or closed
     */
    SpillRun(InputStream in, SpillFile file, KryoSerializerInstance serializer, Consumer<SpillRun<?>> closed) {
        this.file = file;
        this.serializer = serializer;
        this.closed = closed;
        // Keys and records are in a format of our own, whatever the values are in.
        bytes = new RecordInput(in, false, BUFFER_BYTES);
        input = bytes.input();
        kryo = serializer.borrowKryo();
    }

    @Override
    public boolean next() throws IOException {
        skipRest();
        if (input == null) {
            return false;
        }
        try {
            return readGroup();
        } catch (KryoException e) {
            throw file.unreadable(e);
        }
    }

    private void skipRest() {
        KillCheck kill = inGroup ? KillCheck.ofThread() : null;
        while (inGroup) {
            records.next();
            kill.next();
        }
    }

    @SuppressWarnings("unchecked")
    private boolean readGroup() throws IOException {
        if (input.eof()) {
            close();
            file.requireAll(groups);
            return false;
        }
        hash = input.readInt();
        sharesHash = input.readBoolean();
        key = (K) kryo.readClassAndObject(input);
        inGroup = true;
        groups++;
        return true;
    }

    @Override
    public int hash() {
        return hash;
    }

    @Override
    public boolean sharesHash() {
        return sharesHash;
    }

    @Override
    public K key() {
        return key;
    }

    @Override
    public Contents contents() {
        return records;
    }

    @Override
    public void close() {
        if (input != null) {
            input.close();
            input = null;
            inGroup = false;
            serializer.releaseKryo(kryo);
            kryo = null;
            closed.accept(this);
        }
    }

    private final class Records implements Contents {
        private int tag;

        @Override
        public boolean next() {
            if (!inGroup) {
                return false;
            }
            try {
                tag = input.readInt(true) - 1;
                inGroup = tag >= 0;
                if (inGroup) {
                    bytes.take(input.readInt(true));
                }
                return inGroup;
            } catch (KryoException e) {
                throw new UncheckedIOException(file.unreadable(e));
            }
        }

        @Override
        public int tag() {
            return tag;
        }

        @Override
        public byte[] bytes() {
            return bytes.bytes();
        }

        @Override
        public int offset() {
            return bytes.offset();
        }

        @Override
        public int length() {
            return bytes.length();
        }
    }
}
