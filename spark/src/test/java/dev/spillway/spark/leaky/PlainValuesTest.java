// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoRegistrator;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Option;
import scala.Tuple2;
import scala.Tuple3;
import scala.reflect.ClassTag$;

class PlainValuesTest {
    /** Strings in a form of its own. */
    public static final class OddStrings extends com.esotericsoftware.kryo.Serializer<String> {
        @Override
        public void write(Kryo kryo, Output output, String text) {
            output.writeInt(~text.length());
            output.writeBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_16BE));
        }

        @Override
        public String read(Kryo kryo, Input input, Class<String> type) {
            return new String(input.readBytes(~input.readInt() * 2), java.nio.charset.StandardCharsets.UTF_16BE);
        }
    }

    /** A program that writes strings its own way and registers so many classes that tuples have larger numbers. */
    public static final class OddRegistrator implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            kryo.register(String.class, new OddStrings());
            kryo.register(Long.class, new DefaultSerializers.LongSerializer(), 250);
            for (int dimensions = 1; dimensions < 120; dimensions++) {
                kryo.register(java.lang.reflect.Array.newInstance(Random.class, new int[dimensions]).getClass());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true,true,", "true,false,", "false,true,", "false,false,",
        "true,true,dev.spillway.spark.leaky.PlainValuesTest$OddRegistrator",
        "false,false,dev.spillway.spark.leaky.PlainValuesTest$OddRegistrator"})
    void bothFormatsGiveTheBytesKryoWrites(boolean unsafe, boolean references, String registrator) {
        SparkConf conf = new SparkConf(false).set("spark.kryo.unsafe", Boolean.toString(unsafe))
                .set("spark.kryo.referenceTracking", Boolean.toString(references));
        if (registrator != null) {
            conf.set("spark.kryo.registrator", registrator);
        }
        KryoSerializer kryo = new KryoSerializer(conf);
        List<Object> values = values(new Random(11), dimensions(registrator));
        WireFormats.assertRead(kryo, values, kryo, false);
        WireFormats.assertRead(kryo, values, new LengthPrefixSerializer(kryo), true);
    }

    @Test
    void streamsOfOneInstanceThatAreWrittenInTurnsHaveTheBytesOfStreamsAlone() {
        SerializerInstance shared = new LengthPrefixSerializer(new KryoSerializer(new SparkConf(false))).newInstance();
        SerializerInstance alone = new LengthPrefixSerializer(new KryoSerializer(new SparkConf(false))).newInstance();
        List<Object> values = values(new Random(12), 0);
        ByteArrayOutputStream[] bytes = {new ByteArrayOutputStream(), new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        SerializationStream[] streams = {shared.serializeStream(bytes[0]), shared.serializeStream(bytes[1]), alone.serializeStream(bytes[2])};
        for (Object value : values) {
            streams[0].writeValue(value, ClassTag$.MODULE$.Any());
            streams[2].writeValue(value, ClassTag$.MODULE$.Any());
            // Other classes than the first stream's last value had.
            streams[1].writeValue(new Tuple2<>(value, "other"), ClassTag$.MODULE$.Any());
        }
        for (SerializationStream stream : streams) {
            stream.close();
        }
        assertArrayEquals(bytes[2].toByteArray(), bytes[0].toByteArray());
        assertTrue(bytes[1].size() > bytes[0].size());
    }

    // Arrays of so many dimensions as the VM has are of no interest where they are not registered.
    private static int dimensions(String registrator) {
        return registrator == null ? 0 : 3;
    }

    private static List<Object> values(Random random, int dimensions) {
        List<Object> values = new ArrayList<>(Arrays.asList(
                null, "", "a", "ab", "\u0000", "é", "a\u4e2d\ud83d\ude00b", 'x', '\u4e2d', (short) -1, (byte) 200, true, false, 1.5f, -0.0,
                Long.MIN_VALUE, Integer.MIN_VALUE, new byte[0], new int[0], new long[] {Long.MAX_VALUE, 0}, new float[] {1, 2},
                new BigDecimal("12.5"), new ArrayList<>(List.of("x", 1)), new Tuple2<>(null, null),
                new Tuple2<>("same", "same"), new Tuple2<>(1, new Tuple2<>("in", 2L)), new Tuple2<>(1, new BigDecimal("3.25")),
                new Tuple3<>(1, "b", new double[0].length), new Tuple2<>(new ArrayList<>(List.of(7)), 1)));
        // The same string twice is written once where Kryo tracks references.
        String twice = "twice".repeat(2);
        values.add(new Tuple2<>(twice, twice));
        values.add(new Tuple3<>(twice, new Tuple2<>(twice, 1), twice));
        values.addAll(Arrays.asList(Option.apply("word"), Option.apply(null), new Tuple2<>(Option.apply(twice), twice), new String[0],
                new String[] {"a", null, "größer", twice, twice}, new Tuple2<>(new String[] {twice}, twice)));
        values.addAll(times(random));
        for (int i = 0; i < 2000; i++) {
            values.add(value(random));
        }
        if (dimensions > 0) {
            values.add(java.lang.reflect.Array.newInstance(Random.class, new int[dimensions]));
        }
        return values;
    }

    // With the parts of a time that are zero left out, from none to all.
    private static List<Object> times(Random random) {
        Instant instant = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
        List<Object> times = new ArrayList<>(List.of(Instant.EPOCH, instant, Duration.ofSeconds(-5, 7), LocalDate.of(-44, 3, 15), LocalDate.MAX,
                java.util.Date.from(instant), Timestamp.from(instant), new java.sql.Date(random.nextInt()), new java.sql.Time(-random.nextInt(1000))));
        for (LocalTime time : List.of(LocalTime.MIDNIGHT, LocalTime.of(23, 0), LocalTime.of(0, 59), LocalTime.of(0, 0, 1), LocalTime.MAX)) {
            times.add(time);
            times.add(LocalDateTime.of(LocalDate.EPOCH, time));
        }
        return times.stream().flatMap(time -> Stream.of(time, new Tuple2<>(time, 1), new ArrayList<>(List.of(time, time)))).toList();
    }

    private static Object value(Random random) {
        return switch (random.nextInt(11)) {
            case 0 -> random.nextInt() >> random.nextInt(32);
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> "ascii ".repeat(random.nextInt(random.nextInt(20) == 0 ? 3000 : 20)) + random.nextInt();
            case 3 -> "größer " + "\u4e2d".repeat(random.nextInt(200));
            case 4 -> random.nextDouble();
            case 5 -> random.doubles(random.nextInt(30)).toArray();
            case 6 -> random.ints(random.nextInt(2000)).toArray();
            case 7 -> new Tuple2<>("t" + random.nextInt(), random.nextInt());
            case 8 -> new Tuple3<>(random.nextInt(), random.nextDouble(), "größer" + random.nextInt());
            case 9 -> new Tuple2<>(random.nextLong(), new BigDecimal(random.nextDouble()));
            default -> IntStream.range(0, random.nextInt(200)).boxed().collect(java.util.stream.Collectors.toCollection(ArrayList::new));
        };
    }

    @Test
    void aNumberIsALengthOrTheClassOfAPlainValue() {
        PlainValues plain = PlainValues.of(new KryoSerializer(new SparkConf(false)).newKryo());
        int previous = -1;
        for (int length = 0; length < 1000; length++) {
            int number = plain.numberOf(length);
            assertTrue(number > previous, "numbers rise: " + number);
            assertEquals(length, plain.lengthOf(number));
            assertFalse(number < 128 && plain.isNext(new Input(new byte[] {(byte) number})), "number of a class: " + number);
            previous = number;
        }
        assertTrue(plain.numberOf(95) < 128, "lengths of one byte: " + plain.numberOf(95));
    }
}
