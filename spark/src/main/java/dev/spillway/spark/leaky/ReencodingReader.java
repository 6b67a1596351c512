// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.KryoSerializerInstance;
import scala.Tuple2;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.reflect.ClassTag;

/** Reads a stream of another serializer as pairs of a key and a {@link RawValue}, which is the same object in all pairs. */
final class ReencodingReader extends DeserializationStream {
    private final DeserializationStream objects;
    private final KryoSerializerInstance serializer;
    private final RawValue value = new RawValue();
    private Output output;
    private Kryo kryo;

    ReencodingReader(DeserializationStream objects, KryoSerializerInstance serializer, Output output) {
        this.objects = objects;
        this.serializer = serializer;
        this.output = output;
        kryo = serializer.borrowKryo();
    }

    @Override
    public Iterator<Tuple2<Object, Object>> asKeyValueIterator() {
        Iterator<Tuple2<Object, Object>> pairs = objects.asKeyValueIterator();
        return new AbstractIterator<>() {
            // Spark's iterator closes its own stream at the end.
            @Override
            public boolean hasNext() {
                if (!pairs.hasNext()) {
                    release();
                    return false;
                }
                return true;
            }

            @Override
            public Tuple2<Object, Object> next() {
                Tuple2<Object, Object> pair = pairs.next();
                return new Tuple2<>(listed(pair._1()), encoded(listed(pair._2())));
            }
        };
    }

    private static Object listed(Object keyOrValue) {
        if (!ClosedTypes.contains(keyOrValue)) {
            throw new UnlistedType(keyOrValue);
        }
        return keyOrValue;
    }

    private RawValue encoded(Object object) {
        output.clear();
        kryo.writeClassAndObject(output, object);
        return value.at(output.getBuffer(), 0, output.position());
    }

    @Override
    public <T> T readObject(ClassTag<T> tag) {
        throw new UnsupportedOperationException("a leaky task reads pairs");
    }

    private void release() {
        if (kryo != null) {
            serializer.releaseKryo(kryo);
            kryo = null;
            output = null;
        }
    }

    @Override
    public void close() {
        release();
        objects.close();
    }
}
