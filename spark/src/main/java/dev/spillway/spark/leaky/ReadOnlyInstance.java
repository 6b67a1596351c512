// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;

/** A serializer's instance that only reads streams. */
abstract class ReadOnlyInstance extends SerializerInstance {
    @Override
    public final <T> ByteBuffer serialize(T value, ClassTag<T> tag) {
        throw readsOnly();
    }

    @Override
    public final <T> T deserialize(ByteBuffer bytes, ClassTag<T> tag) {
        throw readsOnly();
    }

    @Override
    public final <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> tag) {
        throw readsOnly();
    }

    @Override
    public final SerializationStream serializeStream(OutputStream out) {
        throw readsOnly();
    }

    private static UnsupportedOperationException readsOnly() {
        return new UnsupportedOperationException("a leaky task's serializer only reads shuffle streams");
    }
}
