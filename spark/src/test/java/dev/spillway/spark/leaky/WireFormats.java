// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;

/** Writes values as a map task does, reads them as a reduce task does, and compares the bytes of each with Kryo's own. */
final class WireFormats {
    private WireFormats() {}

    /**
     * Reads back what was written, as raw values and as objects.
     *
     * @param kryo as it is configured on the reduce side
     * @param values of any classes
     * @param writer of the map side
     * @param prefixed whether it writes lengths
     */
    static void assertRead(KryoSerializer kryo, List<?> values, Serializer writer, boolean prefixed) {
        KryoFormat format = KryoFormat.of(kryo);
        byte[] stream = write(writer, values);
        Serializer reader = prefixed ? new LengthPrefixSerializer(kryo) : kryo;
        Iterator<Tuple2<Object, Object>> raw = new RawSerializer(kryo, prefixed).newInstance()
                .deserializeStream(new ByteArrayInputStream(stream)).asKeyValueIterator();
        DeserializationStream objects = reader.newInstance().deserializeStream(new ByteArrayInputStream(stream));
        ValueDecoder decoder = new ValueDecoders(kryo).get();
        Kryo own = kryo.newKryo();
        for (int i = 0; i < values.size(); i++) {
            String what = describe(values.get(i));
            byte[] expected = bytes(own, format, values.get(i));
            Tuple2<Object, Object> pair = raw.next();
            RawValue found = (RawValue) pair._2();
            assertEquals(key(i), pair._1(), "key after " + (i == 0 ? null : describe(values.get(i - 1))));
            assertArrayEquals(expected, Arrays.copyOfRange(found.bytes(), found.offset(), found.offset() + found.length()), what);
            // Kryo may make one object of what were two: small numbers without a fraction.
            byte[] again = bytes(own, format, own.readClassAndObject(format.input(new ByteArrayInputStream(expected)).input()));
            assertArrayEquals(again, bytes(own, format, decoder.value(found.bytes(), found.offset(), found.length())), what);
            assertEquals(key(i), objects.readKey(ClassTag$.MODULE$.Any()));
            assertArrayEquals(again, bytes(own, format, objects.readValue(ClassTag$.MODULE$.Any())), what);
        }
        assertFalse(raw.hasNext());
    }

    /** What Kryo writes of a value. */
    static byte[] bytes(Kryo kryo, KryoFormat format, Object value) {
        Output output = format.buffer();
        kryo.writeClassAndObject(output, value);
        return output.toBytes();
    }

    /** The values with a key before each. */
    static byte[] write(Serializer serializer, List<?> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SerializationStream stream = serializer.newInstance().serializeStream(bytes);
        for (int i = 0; i < values.size(); i++) {
            stream.writeKey(key(i), ClassTag$.MODULE$.Any());
            stream.writeValue(values.get(i), ClassTag$.MODULE$.Any());
        }
        stream.close();
        return bytes.toByteArray();
    }

    private static Object key(int i) {
        return switch (i % 6) {
            case 0 -> i;
            case 1 -> "key " + i;
            case 2 -> -(long) i << i;
            case 3 -> i / 7.0;
            case 4 -> null;
            default -> new Tuple2<>("größer " + i, i);
        };
    }

    private static String describe(Object value) {
        return value == null ? "null" : value.getClass().getName() + " " + value;
    }
}
