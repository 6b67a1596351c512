// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.InputStream;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;

/**
 * Takes the place of a shuffle's serializer while a leaky task reads it: keys come as objects, values as {@link RawValue}.
 * Never leaves the task and writes nothing.
 */
final class RawSerializer extends Serializer {
    private final KryoSerializer kryo;
    private final boolean prefixed;

    /**
     * A serializer that reads one of the two formats.
     *
     * @param kryo what wrote keys and values
     * @param prefixed whether values have their length before them
     */
    RawSerializer(KryoSerializer kryo, boolean prefixed) {
        this.kryo = kryo;
        this.prefixed = prefixed;
    }

    @Override
    public SerializerInstance newInstance() {
        return new Instance((KryoSerializerInstance) kryo.newInstance(), KryoFormat.of(kryo), prefixed);
    }

    @Override
    public boolean supportsRelocationOfSerializedObjects() {
        return true;
    }

    private static final class Instance extends ReadOnlyInstance {
        private final KryoSerializerInstance kryo;
        private final KryoFormat format;
        private final boolean prefixed;
        // The same for all streams, of which there is one for each map task.
        private PlainValues plain;

        Instance(KryoSerializerInstance kryo, KryoFormat format, boolean prefixed) {
            this.kryo = kryo;
            this.format = format;
            this.prefixed = prefixed;
        }

        @Override
        public DeserializationStream deserializeStream(InputStream in) {
            return new RawReader(kryo, format, in, prefixed, plainValues());
        }

        private PlainValues plainValues() {
            if (plain == null) {
                plain = PlainValues.of(kryo);
            }
            return plain;
        }
    }
}
