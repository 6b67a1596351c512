// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import java.io.InputStream;
import java.util.NoSuchElementException;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.KryoSerializerInstance;
import scala.Tuple2;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.reflect.ClassTag;

/** Reads a shuffle stream as pairs of a key and a {@link RawValue}, which is the same object in all pairs. */
final class RawReader extends DeserializationStream {
    private final KryoSerializerInstance serializer;
    private final RecordInput records;
    private final Input input;
    private final boolean prefixed;
    private final RawValue value = new RawValue();
    private final PlainValues plain;
    private Kryo kryo;

    RawReader(KryoSerializerInstance serializer, KryoFormat format, InputStream in, boolean prefixed, PlainValues plain) {
        this.serializer = serializer;
        this.prefixed = prefixed;
        records = format.input(in);
        input = records.input();
        kryo = serializer.borrowKryo();
        this.plain = plain;
    }

    @Override
    public Iterator<Tuple2<Object, Object>> asKeyValueIterator() {
        return new AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return RawReader.this.hasNext();
            }

            @Override
            public Tuple2<Object, Object> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("end of a shuffle stream");
                }
                return new Tuple2<>(plain.read(kryo, input), readRaw());
            }
        };
    }

    // Closes the stream at its end, as Spark's own iterators do.
    private boolean hasNext() {
        if (kryo != null && input.eof()) {
            close();
        }
        return kryo != null;
    }

    private RawValue readRaw() {
        records.startKeeping();
        // Where no length was written, a tuple or object may have members that only Kryo can read.
        boolean skipped = plain.skipIfPlain(kryo, input, prefixed);
        if (!skipped && prefixed) {
            records.take(plain.lengthOf(input.readVarInt(true)));
            return value.at(records.bytes(), records.offset(), records.length());
        }
        if (!skipped) {
            kryo.readClassAndObject(input);
        }
        records.stopKeeping();
        return value.at(records.bytes(), records.offset(), records.length());
    }

    @Override
    public <T> T readObject(ClassTag<T> tag) {
        throw new UnsupportedOperationException("a raw stream is read as pairs");
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
