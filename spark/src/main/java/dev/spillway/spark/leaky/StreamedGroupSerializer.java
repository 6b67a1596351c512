// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.util.collection.CompactBuffer;

/**
 * Kryo's serializer of streamed groups: what is read again is the collection Spark gives. Values in a file are copied as bytes, since Spark
 * writes cached blocks when memory is short; what wrote them comes with them, as it need not be the serializer that writes the block.
 * Public because Kryo makes it.
 */
public final class StreamedGroupSerializer extends Serializer<Object> {
    private byte[] last;
    private ValueDecoders decoders;

    @Override
    public void write(Kryo kryo, Output output, Object group) {
        StreamedGroup streamed = (StreamedGroup) group;
        kryo.writeClassAndObject(output, streamed.first());
        try {
            byte[] serializer = bytes(streamed.file().serializer());
            output.writeInt(serializer.length);
            output.writeBytes(serializer);
            streamed.file().copyTo(output);
        } catch (IOException e) {
            throw new KryoException("a streamed group cannot be written", e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object read(Kryo kryo, Input input, Class<Object> type) {
        CompactBuffer<Object> values = (CompactBuffer<Object>) kryo.readClassAndObject(input);
        byte[] wrote = input.readBytes(input.readInt());
        KillCheck kill = KillCheck.ofThread();
        try (ValueDecoder decoder = decoders(wrote, kryo.getClassLoader()).get()) {
            for (long left = input.readLong(); left > 0; left--) {
                kill.next();
                StockShape.add(values, value(decoder, input.readBytes(input.readVarInt(true))));
            }
        }
        return values;
    }

    // Spark takes Kryo's "buffer underflow" for the end of the stream, which this is not.
    private static Object value(ValueDecoder decoder, byte[] bytes) {
        try {
            return decoder.value(bytes, 0, bytes.length);
        } catch (KryoException e) {
            throw new KryoException("a value of a streamed group cannot be read", e);
        }
    }

    // A block has many groups of one shuffle, and to find out what is plain to a Kryo takes longer than to make it.
    private ValueDecoders decoders(byte[] serializer, ClassLoader classes) {
        if (!Arrays.equals(last, serializer)) {
            decoders = new ValueDecoders(serializer(serializer), new TaskClasses(classes));
            last = serializer;
        }
        return decoders;
    }

    private static byte[] bytes(KryoSerializer serializer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(serializer);
        }
        return bytes.toByteArray();
    }

    private static KryoSerializer serializer(byte[] bytes) {
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (KryoSerializer) objects.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new KryoException("what wrote the values of a streamed group cannot be read", e);
        }
    }
}
