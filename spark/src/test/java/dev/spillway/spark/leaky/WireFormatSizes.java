// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.io.CompressionCodec;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import scala.Option;
import scala.Tuple2;
import scala.Tuple3;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Bytes of map outputs of several kinds of records, with and without what the map side adds to tell values apart. */
final class WireFormatSizes {
    private static final String WITH_SHORTS = "keys, objects of a word, an integer and an array of short";
    private static final String LISTS = "keys, Scala's lists of 1 to 6 integers";

    /** The kinds whose values are not plain, and what lengths may add at the most. */
    static final Map<String, Double> DOUBTFUL = Map.of(WITH_SHORTS, 0.04, LISTS, 0.02);

    static final int RECORDS = 50_000;

    private static final String[] VOCABULARY = vocabulary();

    /** A class that Kryo writes field by field, with its name. */
    public static final class Visit {
        public String page;
        public int seconds;
        public double revenue;
    }

    /** The same, with a number for its name. */
    public static final class Registered {
        public String page;
        public int seconds;
        public double revenue;
    }

    /** One with a list. */
    public static final class Basket {
        public String customer;
        public List<Integer> goods;
    }

    /** One with a field of which the end is not known. */
    public static final class Parcel {
        public String goods;
        public int number;
        public short[] sizes;
    }

    /** One with a time. */
    public static final class Order {
        public String goods;
        public int number;
        public Timestamp time;
    }

    private WireFormatSizes() {}

    /** Records of one kind: a key and a value made of random numbers. */
    static Map<String, Function<Random, Tuple2<Object, Object>>> distributions() {
        Map<String, Function<Random, Tuple2<Object, Object>>> all = new LinkedHashMap<>();
        all.put("dates, words of a vocabulary", r -> new Tuple2<>(date(r), VOCABULARY[zipf(r)]));
        all.put("keys, words of 3 to 12 random letters", r -> new Tuple2<>("key " + r.nextInt(20_000), word(r, 3 + r.nextInt(10))));
        all.put("keys, words of 2 to 4 random letters", r -> new Tuple2<>("key " + r.nextInt(20_000), word(r, 2 + r.nextInt(3))));
        all.put("integers, longs", r -> new Tuple2<>(r.nextInt(20_000), r.nextLong() >>> r.nextInt(60)));
        all.put("keys, integers", r -> new Tuple2<>("key " + r.nextInt(20_000), r.nextInt() >>> r.nextInt(30)));
        all.put("integers, pairs of integer and double", r -> new Tuple2<>(r.nextInt(20_000), new Tuple2<>(r.nextInt(1000), r.nextDouble())));
        all.put("keys, pairs of word and integer", r -> new Tuple2<>("key " + r.nextInt(20_000), new Tuple2<>(VOCABULARY[zipf(r)], r.nextInt(1000))));
        all.put("keys, triples of words and a long", r -> new Tuple2<>("key " + r.nextInt(20_000),
                new Tuple3<>(VOCABULARY[zipf(r)], VOCABULARY[zipf(r)], r.nextLong() >>> 40)));
        all.put("keys, strings of 100 bytes", r -> new Tuple2<>("key " + r.nextInt(20_000), text(r, 100)));
        all.put("keys, strings of 20 to 180 bytes", r -> new Tuple2<>("key " + r.nextInt(20_000), text(r, 20 + r.nextInt(160))));
        all.put("keys, objects of a word, an integer and a double", r -> new Tuple2<>("key " + r.nextInt(20_000), visit(r)));
        all.put("the same, their class registered", r -> new Tuple2<>("key " + r.nextInt(20_000), registered(r)));
        all.put("keys, objects of a word and a list of integers", r -> new Tuple2<>("key " + r.nextInt(20_000), basket(r)));
        all.put("keys, options of a word", r -> new Tuple2<>("key " + r.nextInt(20_000), Option.apply(VOCABULARY[zipf(r)])));
        all.put(LISTS, r -> new Tuple2<>("key " + r.nextInt(20_000), CollectionConverters.asScala(basket(r).goods).toList()));
        all.put("keys, Java's lists of 1 to 6 integers", r -> new Tuple2<>("key " + r.nextInt(20_000), basket(r).goods));
        all.put("keys, objects of a word, an integer and a time", r -> new Tuple2<>("key " + r.nextInt(20_000), order(r)));
        all.put("keys, dates", r -> new Tuple2<>("key " + r.nextInt(20_000), LocalDate.ofEpochDay(r.nextInt(20_000))));
        all.put("keys, arrays of 1 to 5 words", r -> new Tuple2<>("key " + r.nextInt(20_000), words(r)));
        all.put(WITH_SHORTS, r -> new Tuple2<>("key " + r.nextInt(20_000), parcel(r)));
        all.put("keys, arrays of 3 to 8 integers", r -> new Tuple2<>("key " + r.nextInt(20_000), r.ints(3 + r.nextInt(6), 0, 1000).toArray()));
        return all;
    }

    private static Visit visit(Random r) {
        Visit visit = new Visit();
        visit.page = VOCABULARY[zipf(r)];
        visit.seconds = r.nextInt(1000);
        visit.revenue = r.nextDouble();
        return visit;
    }

    private static Registered registered(Random r) {
        Registered visit = new Registered();
        visit.page = VOCABULARY[zipf(r)];
        visit.seconds = r.nextInt(1000);
        visit.revenue = r.nextDouble();
        return visit;
    }

    private static Basket basket(Random r) {
        Basket basket = new Basket();
        basket.customer = VOCABULARY[zipf(r)];
        basket.goods = r.ints(1 + r.nextInt(6), 0, 1000).boxed().collect(Collectors.toCollection(ArrayList::new));
        return basket;
    }

    private static String[] words(Random r) {
        return Stream.generate(() -> VOCABULARY[zipf(r)]).limit(1 + r.nextInt(5)).toArray(String[]::new);
    }

    private static Parcel parcel(Random r) {
        Parcel parcel = new Parcel();
        parcel.goods = VOCABULARY[zipf(r)];
        parcel.number = r.nextInt(1000);
        parcel.sizes = new short[] {(short) r.nextInt(100), (short) r.nextInt(100)};
        return parcel;
    }

    private static Order order(Random r) {
        Order order = new Order();
        order.goods = VOCABULARY[zipf(r)];
        order.number = r.nextInt(1000);
        order.time = new Timestamp(1_700_000_000_000L + r.nextInt());
        return order;
    }

    private static String[] vocabulary() {
        Random random = new Random(1);
        String[] words = new String[5000];
        for (int i = 0; i < words.length; i++) {
            words[i] = word(random, 3 + random.nextInt(10));
        }
        return words;
    }

    // The k-th word comes about 1/k as often as the first.
    private static int zipf(Random random) {
        return (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY.length)) - 1;
    }

    private static String date(Random r) {
        return String.format(Locale.ROOT, "%d-%02d-%02d", 1970 + r.nextInt(40), 1 + r.nextInt(12), 1 + r.nextInt(28));
    }

    private static String word(Random random, int length) {
        return random.ints(length, 'a', 'z' + 1).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(VOCABULARY[zipf(random)]).append(' ');
        }
        return text.substring(0, length);
    }

    /** A map output as a serializer writes it; records are serialized one by one before they are compressed, as when they are sorted. */
    static byte[] output(Serializer serializer, Function<Random, Tuple2<Object, Object>> records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ClassTag<Object> any = ClassTag$.MODULE$.Any();
        Random random = new Random(7);
        SerializationStream stream = serializer.newInstance().serializeStream(bytes);
        for (int i = 0; i < RECORDS; i++) {
            Tuple2<Object, Object> record = records.apply(random);
            stream.writeKey(record._1(), any);
            stream.writeValue(record._2(), any);
        }
        stream.close();
        return bytes.toByteArray();
    }

    /** Bytes of a map output in a file. */
    static long compressed(byte[] output, CompressionCodec codec) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (OutputStream compressed = codec.compressedOutputStream(file)) {
            compressed.write(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.size();
    }
}
