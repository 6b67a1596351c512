// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.OutputStream;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.SerializationStream;
import scala.reflect.ClassTag;

/** Writes keys as Kryo does, and values with their length before them unless they are {@link PlainValues plain}. */
final class LengthPrefixWriter extends SerializationStream {
    // One large value must not hold memory until the end: there may be a stream for each reduce task.
    private static final int KEPT_BYTES = 64 << 10;

    private final KryoSerializerInstance serializer;
    private final KryoFormat format;
    private final Output output;
    // Its size is bounded by an array's, as with spark.kryoserializer.buffer.max it would be by less.
    private Output value;
    private final PlainValues plain;
    private final Input scratch;
    private Kryo kryo;

    LengthPrefixWriter(KryoSerializerInstance serializer, KryoFormat format, PlainValues plain, OutputStream out) {
        this.serializer = serializer;
        this.format = format;
        this.plain = plain;
        output = format.output(out);
        value = format.buffer();
        scratch = format.ofBuffer();
        kryo = serializer.borrowKryo();
    }

    @Override
    public <T> SerializationStream writeObject(T object, ClassTag<T> tag) {
        kryo.writeClassAndObject(output, object);
        return this;
    }

    @Override
    public <T> SerializationStream writeKey(T key, ClassTag<T> tag) {
        return writeObject(key, tag);
    }

    @Override
    public <T> SerializationStream writeValue(T object, ClassTag<T> tag) {
        value.clear();
        kryo.writeClassAndObject(value, object);
        if (!plain.isPlain(kryo, value.getBuffer(), value.position(), scratch)) {
            output.writeVarInt(plain.numberOf(value.position()), true);
        }
        output.writeBytes(value.getBuffer(), 0, value.position());
        if (value.getBuffer().length > KEPT_BYTES) {
            value = format.buffer();
            scratch.setBuffer(value.getBuffer());
        }
        return this;
    }

    @Override
    public void flush() {
        output.flush();
    }

    @Override
    public void close() {
        if (kryo != null) {
            try {
                output.close();
            } finally {
                serializer.releaseKryo(kryo);
                kryo = null;
            }
        }
    }
}
