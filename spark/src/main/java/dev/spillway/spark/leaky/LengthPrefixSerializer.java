// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;

/**
 * Kryo with the length of each value before it (leaky-buffer paper, section IV.B), but for {@link PlainValues plain} ones; the
 * length takes one byte up to about 100, not four. Reads what it wrote as objects, too, so that an executor without the hooks
 * gives stock's results.
 */
final class LengthPrefixSerializer extends Serializer implements java.io.Serializable {
    private static final long serialVersionUID = 1;

    private final KryoSerializer kryo;

    LengthPrefixSerializer(KryoSerializer kryo) {
        this.kryo = kryo;
    }

    KryoSerializer kryo() {
        return kryo;
    }

    @Override
    public Serializer setDefaultClassLoader(ClassLoader loader) {
        kryo.setDefaultClassLoader(loader);
        return super.setDefaultClassLoader(loader);
    }

    @Override
    public SerializerInstance newInstance() {
        return new Instance((KryoSerializerInstance) kryo.newInstance(), KryoFormat.of(kryo));
    }

    /** As Kryo's: a record carries its length with it. */
    @Override
    public boolean supportsRelocationOfSerializedObjects() {
        return kryo.supportsRelocationOfSerializedObjects();
    }

    private static final class Instance extends SerializerInstance {
        private final KryoSerializerInstance kryo;
        private final KryoFormat format;
        // The same for all streams: a map task may have one for each reduce task.
        private PlainValues plain;

        Instance(KryoSerializerInstance kryo, KryoFormat format) {
            this.kryo = kryo;
            this.format = format;
        }

        @Override
        public <T> ByteBuffer serialize(T value, ClassTag<T> tag) {
            return kryo.serialize(value, tag);
        }

        @Override
        public <T> T deserialize(ByteBuffer bytes, ClassTag<T> tag) {
            return kryo.deserialize(bytes, tag);
        }

        @Override
        public <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> tag) {
            return kryo.deserialize(bytes, loader, tag);
        }

        @Override
        public SerializationStream serializeStream(OutputStream out) {
            return new LengthPrefixWriter(kryo, format, plainValues(), out);
        }

        @Override
        public DeserializationStream deserializeStream(InputStream in) {
            return new LengthPrefixReader(kryo, format, plainValues(), in);
        }

        private PlainValues plainValues() {
            if (plain == null) {
                plain = PlainValues.of(kryo);
            }
            return plain;
        }
    }
}
