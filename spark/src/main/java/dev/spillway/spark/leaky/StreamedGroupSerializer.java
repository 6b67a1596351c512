// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Kryo's serializer of streamed groups: what is read again is the collection Spark gives. Public because Kryo makes it. */
public final class StreamedGroupSerializer extends Serializer<Object> {
    @Override
    public void write(Kryo kryo, Output output, Object group) {
        kryo.writeClassAndObject(output, ((StreamedGroup) group).inMemory());
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<Object> type) {
        return kryo.readClassAndObject(input);
    }
}
