// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordInputTest {
    @ParameterizedTest
    @CsvSource({"1,64,false", "2,64,true", "3,100,false", "4,257,true", "5,4096,false", "6,65536,true", "7,65536,false"})
    void theBytesKeptWhileReadingAreThoseThatWereWritten(long seed, int bufferBytes, boolean unsafe) {
        Random random = new Random(seed);
        Kryo kryo = kryo();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Output output = new KryoFormat(unsafe).output(stream);
        List<Object> values = new ArrayList<>();
        List<byte[]> encoded = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            Object value = value(random);
            Output one = new KryoFormat(unsafe).buffer();
            kryo.writeClassAndObject(one, value);
            kryo.writeClassAndObject(output, i);
            output.writeBytes(one.toBytes());
            values.add(value);
            encoded.add(one.toBytes());
        }
        output.close();
        ByteArrayInputStream in = new ByteArrayInputStream(stream.toByteArray());
        RecordInput input = new RecordInput(in, unsafe, bufferBytes);
        for (int i = 0; i < values.size(); i++) {
            assertEquals(i, kryo.readClassAndObject(input.input()));
            input.startKeeping();
            Object value = kryo.readClassAndObject(input.input());
            input.stopKeeping();
            assertSame(values.get(i), value);
            assertArrayEquals(encoded.get(i), copy(input), "value " + i);
        }
        assertEquals(true, input.input().eof());
    }

    @ParameterizedTest
    @CsvSource({"64", "500", "65536"})
    void bytesAreTakenByLengthAcrossBuffers(int bufferBytes) {
        Random random = new Random(7);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Output output = new Output(stream);
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            byte[] record = new byte[random.nextInt(i % 50 == 0 ? 100_000 : 60)];
            random.nextBytes(record);
            output.writeInt(record.length, true);
            output.writeBytes(record);
            records.add(record);
        }
        output.close();
        RecordInput input = new RecordInput(new ByteArrayInputStream(stream.toByteArray()), false, bufferBytes);
        for (byte[] record : records) {
            input.take(input.input().readInt(true));
            assertArrayEquals(record, copy(input));
        }
    }

    private static Kryo kryo() {
        Kryo kryo = new Kryo();
        // Reads through an object stream, which asks for as much as there is.
        kryo.register(BigDecimal.class, new JavaSerializer());
        kryo.register(UUID.class, new JavaSerializer());
        return kryo;
    }

    private static Object value(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong();
            case 2 -> "ascii " + random.nextInt();
            case 3 -> "größer " + "\u4e2d".repeat(random.nextInt(200));
            case 4 -> new BigDecimal(random.nextDouble());
            case 5 -> new UUID(random.nextLong(), random.nextLong());
            case 6 -> random.doubles(random.nextInt(300)).toArray();
            default -> random.ints(random.nextInt(40)).boxed().collect(java.util.stream.Collectors.toCollection(ArrayList::new));
        };
    }

    private static void assertSame(Object expected, Object actual) {
        if (expected instanceof double[] array) {
            assertArrayEquals(array, (double[]) actual);
        } else {
            assertEquals(expected, actual);
        }
    }

    private static byte[] copy(RecordInput input) {
        return Arrays.copyOfRange(input.bytes(), input.offset(), input.offset() + input.length());
    }
}
