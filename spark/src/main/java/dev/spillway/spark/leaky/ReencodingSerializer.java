// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.InputStream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;

/**
 * Takes the place of Java's serializer while a leaky task reads a shuffle: in its streams values refer to each other, so the bytes of one
 * cannot be cut out. They are made, and encoded again with Kryo. Reading fails with {@link UnlistedType} at others than {@link ClosedTypes}.
 */
final class ReencodingSerializer extends Serializer {
    private final JavaSerializer java;
    private final KryoSerializer kryo;

    /**
     * A serializer that reads what another one wrote.
     *
     * @param java that wrote keys and values
     * @param kryo that values are encoded with
     */
    ReencodingSerializer(JavaSerializer java, KryoSerializer kryo) {
        this.java = java;
        this.kryo = kryo;
    }

    /** Kryo for the closed types, which no program needs to have registered; what one did register, or its registrators change, is not in it. */
    static KryoSerializer kryo(SparkConf conf) {
        return new KryoSerializer(conf.clone().remove("spark.kryo.registrator").remove("spark.kryo.classesToRegister")
                .set("spark.kryo.registrationRequired", "false"));
    }

    @Override
    public SerializerInstance newInstance() {
        return new Instance(java.newInstance(), (KryoSerializerInstance) kryo.newInstance(), KryoFormat.of(kryo));
    }

    private static final class Instance extends ReadOnlyInstance {
        private final SerializerInstance java;
        private final KryoSerializerInstance kryo;
        private final KryoFormat format;

        Instance(SerializerInstance java, KryoSerializerInstance kryo, KryoFormat format) {
            this.java = java;
            this.kryo = kryo;
            this.format = format;
        }

        @Override
        public DeserializationStream deserializeStream(InputStream in) {
            return new ReencodingReader(java.deserializeStream(in), kryo, format.buffer());
        }
    }
}
