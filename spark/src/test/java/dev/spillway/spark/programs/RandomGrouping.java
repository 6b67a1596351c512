// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;
import scala.Tuple3;

/**
 * Random jobs that group and join: kinds of keys and values, sizes, skew, numbers of partitions and the operations come from a seed. Prints a checksum of
 * each that does not depend on order; with every sixth one that of a {@link RandomQuery}. Arguments: seed, number of jobs.
 */
public final class RandomGrouping {
    private static final int JOBS_FOR_A_QUERY = 6;

    private final JavaSparkContext spark;
    private final Random random;

    private RandomGrouping(JavaSparkContext spark, long seed) {
        this.spark = spark;
        random = random(seed);
    }

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            SparkSession session = SparkSession.builder().sparkContext(spark.sc()).getOrCreate();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                long seed = Long.parseLong(args[0]) + i;
                new RandomGrouping(spark, seed).job(i);
                if (hasQuery(i)) {
                    System.out.println("query" + i + "=" + new RandomQuery(session, seed).run());
                }
            }
            System.out.println("leaky.tasks=" + Metrics.readOr("leakyBuffer.tasks", -1));
            System.out.println("eager.spillers=" + Metrics.readOr("eagerSpill.spillers", -1));
            System.out.println("leaky.spills=" + Metrics.readOr("leakyBuffer.spills", -1));
            for (String spiller : new String[] {"LeakyMap", "ExternalAppendOnlyMap", "ExternalSorter", "UnsafeExternalSorter"}) {
                System.out.println("eager.spills." + spiller + "=" + Metrics.readOr("eagerSpill.spills." + spiller, 0));
            }
        }
        System.out.println("end=ok");
    }

    /** Of successive seeds, as one run has them, the first numbers of {@link Random} hardly differ. */
    static Random random(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    /** Whether a query runs after the job of that number. */
    public static boolean hasQuery(int job) {
        return job % JOBS_FOR_A_QUERY == 0;
    }

    private void job(int number) {
        Keys keys = pick(Keys.values());
        int distinct = 1 << random.nextInt(13);
        // The first job spills whatever the seed: 10 MB at least, for one task that groups.
        boolean spills = number == 0;
        JavaPairRDD<Object, Object> left = input(keys, distinct, spills ? 80_000 : 40_000, spills ? Values.LONG_STRING : pick(Values.values()));
        JavaPairRDD<Object, Object> right = input(keys, distinct, Math.min(2_000, 40 * distinct), pick(Values.values()));
        Operation operation = spills ? Operation.GROUP_BY_KEY : pick(Operation.values());
        List<Long> sums = operation.of(left, right, spills ? 1 : 1 + random.nextInt(5)).collect();
        System.out.println("job" + number + "=" + operation + "/" + keys + "/" + distinct + "/" + sums.size() + "/"
                + sums.stream().mapToLong(sum -> sum).sum());
    }

    private <T> T pick(T[] all) {
        return all[random.nextInt(all.length)];
    }

    // Made in the tasks, so that the driver has no list of them.
    private JavaPairRDD<Object, Object> input(Keys keys, int distinct, int most, Values values) {
        int slices = 1 + random.nextInt(4);
        int records = (most / 4 + random.nextInt(most)) / slices;
        long seed = random.nextLong();
        double skew = random.nextInt(3);
        List<Integer> parts = new ArrayList<>(Collections.nCopies(slices, 0));
        for (int i = 0; i < slices; i++) {
            parts.set(i, i);
        }
        return spark.parallelize(parts, slices).flatMapToPair(slice -> {
            Random own = new Random(seed + slice);
            List<Tuple2<Object, Object>> made = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                // A power of a uniform number: the higher, the more records have the first keys.
                int key = (int) (distinct * Math.pow(own.nextDouble(), 1 + 2 * skew));
                made.add(new Tuple2<>(keys.of(key), values.of(own)));
            }
            return made.iterator();
        });
    }

    private enum Operation {
        GROUP_BY_KEY, GROUP_TWICE, GROUP_PARTITIONED, COGROUP, JOIN, LEFT, RIGHT, FULL, SUBTRACT, REDUCE, DISTINCT, SORT, UNION_AND_GROUP;

        JavaRDD<Long> of(JavaPairRDD<Object, Object> left, JavaPairRDD<Object, Object> right, int partitions) {
            switch (this) {
                case GROUP_BY_KEY:
                    return left.groupByKey(partitions).map(t -> hash(t._1()) * 31 + bag(t._2()));
                case GROUP_TWICE:
                    return left.groupByKey(partitions).mapToPair(t -> new Tuple2<Object, Object>(bag(t._2()) % 50, hash(t._1())))
                            .groupByKey(partitions).map(t -> hash(t._1()) * 31 + bag(t._2()));
                case GROUP_PARTITIONED:
                    // Spark's own map with every setting.
                    return left.partitionBy(new org.apache.spark.HashPartitioner(partitions))
                            .groupByKey().map(t -> hash(t._1()) * 31 + bag(t._2()));
                case COGROUP:
                    return left.cogroup(right, partitions).map(t -> hash(t._1()) + 31 * bag(t._2()._1()) + 37 * bag(t._2()._2()));
                case JOIN:
                    return left.join(right.sample(false, 0.02, 1), partitions).map(t -> hash(t._1()) + 31 * hash(t._2()._1()) + 37 * hash(t._2()._2()));
                case LEFT:
                    return some(left).leftOuterJoin(some(right).sample(false, 0.02, 1), partitions)
                            .map(t -> hash(t._1()) + 31 * hash(t._2()._1()) + 37 * hash(t._2()._2().isPresent() ? t._2()._2().get() : 0));
                case RIGHT:
                    return some(right).sample(false, 0.02, 1).rightOuterJoin(some(left), partitions)
                            .map(t -> hash(t._1()) + 31 * hash(t._2()._1().isPresent() ? t._2()._1().get() : 0) + 37 * hash(t._2()._2()));
                case FULL:
                    return some(left).fullOuterJoin(some(right).sample(false, 0.02, 1), partitions)
                            .map(t -> hash(t._1()) + 31 * hash(t._2()._1().isPresent() ? t._2()._1().get() : 0)
                                    + 37 * hash(t._2()._2().isPresent() ? t._2()._2().get() : 0));
                case SUBTRACT:
                    return left.subtractByKey(right.sample(false, 0.02, 1), partitions).map(t -> hash(t._1()) * 31 + hash(t._2()));
                case REDUCE:
                    return left.mapValues(RandomGrouping::hash).reduceByKey(Long::sum, partitions).map(t -> hash(t._1()) * 31 + t._2());
                case DISTINCT:
                    return left.keys().distinct(partitions).map(RandomGrouping::hash);
                case SORT:
                    return left.mapToPair(t -> new Tuple2<>(hash(t._1()), hash(t._2()))).sortByKey(true, partitions)
                            .mapPartitions(RandomGrouping::checked);
                default:
                    return left.union(right).groupByKey(partitions).map(t -> hash(t._1()) * 31 + bag(t._2()));
            }
        }

        // The optional values of Spark's outer joins refuse nulls.
        private static JavaPairRDD<Object, Object> some(JavaPairRDD<Object, Object> pairs) {
            return pairs.mapValues(value -> value == null ? "none" : value);
        }
    }

    private enum Keys {
        INTEGER, STRING, LONG, WITH_NULL, TUPLE, DOUBLE, COLLIDING;

        Object of(int number) {
            switch (this) {
                case INTEGER: return number;
                case STRING: return "key " + number;
                case LONG: return (long) number << 33;
                case WITH_NULL: return number % 50 == 7 ? null : number;
                case TUPLE: return new Tuple2<>(number % 10, "k" + number);
                case DOUBLE: return number == 0 ? Double.NaN : number == 1 ? -0.0 : number / 3.0;
                default: return new Colliding(number);
            }
        }
    }

    private enum Values {
        STRING, INTEGER, WITH_NULL, DOUBLES, TUPLE, LONG_STRING, BYTES, SHARED;

        private static final String ONE = "the same object again and again";

        Object of(Random random) {
            int number = random.nextInt(1000);
            switch (this) {
                case STRING: return "value " + number;
                case INTEGER: return number;
                case WITH_NULL: return number % 3 == 0 ? null : number;
                case DOUBLES: return new double[] {number, number / 7.0};
                case TUPLE: return number % 4 == 0 ? new Sale(number) : new Tuple3<>(number, "t" + number, number * 2L);
                case LONG_STRING: return "x".repeat(number);
                case BYTES: return new byte[number % 40];
                default: return new Tuple2<>(ONE, ONE);
            }
        }
    }

    /** What Kryo writes field by field. */
    private static final class Sale implements java.io.Serializable {
        private static final long serialVersionUID = 1L;

        private final String goods;
        private final int number;
        private final Double price;
        private final Object last;

        Sale(int number) {
            goods = number % 3 == 0 ? null : "größe " + number;
            this.number = number;
            price = number / 7.0;
            last = number % 8 == 0 ? new Tuple2<>(goods, number) : price;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Sale && ((Sale) other).number == number;
        }

        @Override
        public int hashCode() {
            return java.util.Objects.hash(goods, number, price, last);
        }
    }

    /** Seven hash codes for all keys. */
    private static final class Colliding implements java.io.Serializable {
        private static final long serialVersionUID = 1L;

        private final int number;

        Colliding(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Colliding && ((Colliding) other).number == number;
        }

        @Override
        public int hashCode() {
            return number % 7;
        }
    }

    // One result more where the order is wrong.
    private static Iterator<Long> checked(Iterator<Tuple2<Long, Long>> sorted) {
        List<Long> results = new ArrayList<>();
        long last = Long.MIN_VALUE;
        while (sorted.hasNext()) {
            Tuple2<Long, Long> next = sorted.next();
            if (next._1() < last) {
                results.add(-1L);
            }
            last = next._1();
            results.add(next._1() * 31 + next._2());
        }
        return results.iterator();
    }

    private static long bag(Iterable<?> values) {
        long sum = 0;
        for (Object value : values) {
            sum += hash(value);
        }
        return sum;
    }

    private static long hash(Object value) {
        int code = value instanceof double[] ? Arrays.hashCode((double[]) value)
                : value instanceof byte[] ? Arrays.hashCode((byte[]) value)
                : value instanceof Colliding ? ((Colliding) value).number
                : value == null ? 1 : value.hashCode();
        long h = code * 0x9E3779B97F4A7C15L;
        return h ^ h >>> 32;
    }
}
