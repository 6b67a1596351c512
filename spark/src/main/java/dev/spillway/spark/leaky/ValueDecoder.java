// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import dev.spillway.leaky.Contents;
import org.apache.spark.serializer.KryoSerializerInstance;

/** Makes values of their bytes. Not thread-safe. */
final class ValueDecoder implements AutoCloseable {
    private final KryoSerializerInstance serializer;
    private final Input input;
    private final PlainValues plain;
    private Kryo kryo;

    /**
     * A decoder that holds a Kryo until it is closed.
     *
     * @param serializer the Kryo was borrowed from
     * @param kryo reads what is not plain
     * @param format the values were written in
     * @param plain values of such a Kryo
     */
    ValueDecoder(KryoSerializerInstance serializer, Kryo kryo, KryoFormat format, PlainValues plain) {
        this.serializer = serializer;
        this.kryo = kryo;
        this.plain = plain;
        input = format.ofBuffer();
    }

    /** The value of the record the contents are on. */
    Object value(Contents contents) {
        return value(contents.bytes(), contents.offset(), contents.length());
    }

    Object value(byte[] bytes, int offset, int length) {
        input.setBuffer(bytes);
        input.setPosition(offset);
        input.setLimit(offset + length);
        return plain.read(kryo, input);
    }

    /** Gives Kryo back to those who serialize after us. */
    @Override
    public void close() {
        if (kryo != null) {
            serializer.releaseKryo(kryo);
            kryo = null;
            // What is left of the last value may be a page or as large as the largest value.
            input.setBuffer(new byte[0]);
        }
    }
}
