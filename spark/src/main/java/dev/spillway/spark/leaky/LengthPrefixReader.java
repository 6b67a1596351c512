// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import java.io.EOFException;
import java.io.InputStream;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.KryoSerializerInstance;
import scala.reflect.ClassTag;

/** Reads what {@link LengthPrefixWriter} wrote as objects; lengths are read and not needed. */
final class LengthPrefixReader extends DeserializationStream {
    private final KryoSerializerInstance serializer;
    private final Input input;
    private final PlainValues plain;
    private Kryo kryo;

    LengthPrefixReader(KryoSerializerInstance serializer, KryoFormat format, PlainValues plain, InputStream in) {
        this.serializer = serializer;
        this.plain = plain;
        input = format.input(in).input();
        kryo = serializer.borrowKryo();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T readObject(ClassTag<T> tag) {
        requireMore();
        return (T) kryo.readClassAndObject(input);
    }

    @Override
    public <T> T readKey(ClassTag<T> tag) {
        return readObject(tag);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T readValue(ClassTag<T> tag) {
        requireMore();
        if (!plain.isNext(input)) {
            input.readVarInt(true);
        }
        return (T) kryo.readClassAndObject(input);
    }

    // Spark's iterators take this exception for the end of the stream.
    private void requireMore() {
        if (kryo == null || input.eof()) {
            LeakyMap.<RuntimeException>sneak(new EOFException());
        }
    }

    @Override
    public void close() {
        if (kryo != null) {
            try {
                input.close();
            } finally {
                serializer.releaseKryo(kryo);
                kryo = null;
            }
        }
    }
}
