// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.serializer.KryoRegistrator;
import scala.Tuple2;

/** Groups and joins values, and strings, that only a registrator's own serializers can write as they do; prints checksums that do not depend on order. */
public final class RegisteredGrouping {
    private static final int SLICES = 4;
    private static final int RECORDS = 200_000;
    private static final int KEYS = 3000;

    private RegisteredGrouping() {}

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaPairRDD<String, Place> places = spark.parallelize(Arrays.asList(IntStream.range(0, SLICES).boxed().toArray(Integer[]::new)), SLICES)
                    .flatMapToPair(slice -> IntStream.range(0, RECORDS / SLICES).map(i -> i * SLICES + slice)
                            .mapToObj(i -> new Tuple2<>("größer " + i % KEYS, Place.of(i))).iterator());
            System.out.println("grouped=" + places.groupByKey(3).map(group -> {
                long sum = 0;
                for (Place place : group._2()) {
                    sum += place.hash();
                }
                return sum * (1 + group._1().hashCode());
            }).reduce(Long::sum));
            System.out.println("joined=" + places.join(places.filter(place -> place._2().isRare()).mapValues(Place::name), 2)
                    .map(t -> t._2()._1().hash() * 31 + t._2()._2().hashCode()).reduce(Long::sum));
            System.out.println("leaky.tasks=" + Metrics.readOr("leakyBuffer.tasks", 0));
            System.out.println("leaky.spills=" + Metrics.readOr("leakyBuffer.spills", 0));
        }
        System.out.println("end=ok");
    }

    /** What Kryo cannot make without its own serializer, and Java's serializer cannot write. */
    private static final class Place {
        private final String name;
        private final int[] path;
        private final Place origin;

        Place(String name, int[] path, Place origin) {
            this.name = name;
            this.path = path;
            this.origin = origin;
        }

        static Place of(int number) {
            return new Place("place " + number, IntStream.range(0, number % 5).map(i -> number - i).toArray(),
                    number % 3 == 0 ? new Place("größe " + number, new int[0], null) : null);
        }

        String name() {
            return name;
        }

        boolean isRare() {
            return path.length > 0 && path[0] % 1000 == 1;
        }

        long hash() {
            return (name.hashCode() * 31L + Arrays.hashCode(path)) * 31 + (origin == null ? 0 : origin.hash());
        }
    }

    /** The last step of the path and how far each step is from the next one; then, by Kryo, the name and another place or nothing. */
    private static final class Places extends Serializer<Place> {
        @Override
        public void write(Kryo kryo, Output output, Place place) {
            output.writeByte(place.path.length);
            for (int i = place.path.length - 1, last = 0; i >= 0; last = place.path[i--]) {
                output.writeVarInt(place.path[i] - last, false);
            }
            kryo.writeClassAndObject(output, place.name);
            kryo.writeObjectOrNull(output, place.origin, this);
        }

        @Override
        public Place read(Kryo kryo, Input input, Class<Place> type) {
            int[] path = new int[input.readByte()];
            for (int i = path.length - 1, last = 0; i >= 0; last = path[i--]) {
                path[i] = last + input.readVarInt(false);
            }
            String name = (String) kryo.readClassAndObject(input);
            return new Place(name, path, kryo.readObjectOrNull(input, Place.class, this));
        }
    }

    /** Strings not as Kryo writes them: who skips them by Kryo's rule is lost. */
    private static final class Strings extends Serializer<String> {
        @Override
        public void write(Kryo kryo, Output output, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_16LE);
            output.writeInt(~bytes.length);
            output.writeBytes(bytes);
        }

        @Override
        public String read(Kryo kryo, Input input, Class<String> type) {
            return new String(input.readBytes(~input.readInt()), StandardCharsets.UTF_16LE);
        }
    }

    /** What spark.kryo.registrator names. */
    public static final class Registrator implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            kryo.register(String.class, new Strings());
            kryo.register(Place.class, new Places());
        }
    }
}
