// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import java.util.function.Supplier;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;

/** Makes decoders of what one serializer wrote: joins of streamed groups want one for each value of their left side. */
class ValueDecoders implements Supplier<ValueDecoder> {
    private final KryoSerializer serializer;
    private final KryoFormat format;
    private final TaskClasses classes;
    // All of the serializer's have the same, and finding it out takes longer than making a decoder.
    private volatile PlainValues plain;

    ValueDecoders(KryoSerializer serializer) {
        this(serializer, new TaskClasses());
    }

    /**
     * Decoders that find classes elsewhere than this thread does.
     *
     * @param serializer wrote the values
     * @param classes of the values
     */
    ValueDecoders(KryoSerializer serializer, TaskClasses classes) {
        this.serializer = serializer;
        this.classes = classes;
        format = KryoFormat.of(serializer);
    }

    /** What wrote the values. */
    KryoSerializer serializer() {
        return serializer;
    }

    @Override
    public ValueDecoder get() {
        // A new instance may have made its Kryo already.
        return classes.with(() -> {
            KryoSerializerInstance instance = (KryoSerializerInstance) serializer.newInstance();
            Kryo kryo = instance.borrowKryo();
            if (plain == null) {
                plain = PlainValues.of(kryo);
            }
            return new ValueDecoder(instance, kryo, format, plain);
        });
    }
}
