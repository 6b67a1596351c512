// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Every operation that groups or joins, on random pairs with skew, nulls and keys of equal hash codes; prints checksums that
 * do not depend on order. Arguments: seed, records, partitions of the results.
 */
public final class Grouping {
    private static final int SLICES = 4;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final JavaSparkContext spark;
    private final JavaPairRDD<Object, String> left;
    private final JavaPairRDD<Object, String> right;
    private final JavaPairRDD<Object, String> few;
    private final int partitions;

    private Grouping(JavaSparkContext spark, long seed, int records, int partitions) {
        this.spark = spark;
        this.partitions = partitions;
        left = pairs(spark, seed, records, records / 20);
        right = pairs(spark, seed + 1, records / 4, records / 20);
        few = pairs(spark, seed + 2, 200, 400);
    }

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            new Grouping(spark, Long.parseLong(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])).run();
            for (String metric : new String[] {"tasks", "stockTasks", "spills", "spillMillis", "merges", "values"}) {
                System.out.println("leaky." + metric + "=" + Metrics.readOr("leakyBuffer." + metric, -1));
            }
            System.out.println("eager.spillers=" + Metrics.readOr("eagerSpill.spillers", 0));
            for (String mechanism : new String[] {"leakyBuffer", "eagerSpill"}) {
                System.out.println(mechanism + ".state=" + Metrics.readOr(mechanism + ".state", -2));
                System.out.println(mechanism + ".executorsNotOn=" + Metrics.readOr(mechanism + ".executorsNotOn", -2));
            }
        }
        System.out.println("end=ok");
    }

    private void run() {
        print("groupByKey", left.groupByKey(partitions).map(t -> hash(t._1()) * 31 + bag(t._2())));
        print("groupBy", left.groupBy(t -> t._2() == null ? 0 : t._2().length(), partitions).map(t -> t._1() * 31 + bag(t._2())));
        print("cogroup", left.cogroup(right, partitions)
                .map(t -> hash(t._1()) + 31 * bag(t._2()._1()) + 37 * bag(t._2()._2())));
        print("cogroup3", left.cogroup(right, few, partitions)
                .map(t -> hash(t._1()) + 31 * bag(t._2()._1()) + 37 * bag(t._2()._2()) + 41 * bag(t._2()._3())));
        print("groupWith", few.groupWith(right).map(t -> hash(t._1()) + 31 * bag(t._2()._1()) + 37 * bag(t._2()._2())));
        print("join", left.join(few, partitions).map(t -> hash(t._1()) + 31 * hash(t._2()._1()) + 37 * hash(t._2()._2())));
        print("leftOuterJoin", withoutNulls(left).leftOuterJoin(withoutNulls(few), partitions)
                .map(t -> hash(t._1()) + 31 * hash(t._2()._1()) + 37 * hash(t._2()._2())));
        print("rightOuterJoin", withoutNulls(few).rightOuterJoin(withoutNulls(right), partitions)
                .map(t -> hash(t._1()) + 31 * hash(t._2()._1()) + 37 * hash(t._2()._2())));
        print("fullOuterJoin", withoutNulls(few).fullOuterJoin(withoutNulls(right), partitions)
                .map(t -> hash(t._1()) + 31 * hash(t._2()._1()) + 37 * hash(t._2()._2())));
        print("subtractByKey", left.subtractByKey(few, partitions).map(t -> hash(t._1()) * 31 + hash(t._2())));
        runSets();
        print("reduceByKey", left.mapValues(v -> v == null ? 1L : v.length()).reduceByKey(Long::sum, partitions)
                .map(t -> hash(t._1()) * 31 + t._2()));
        print("aggregateByKey", left.aggregateByKey(0L, partitions, (n, v) -> n + 1, Long::sum)
                .map(t -> hash(t._1()) * 31 + t._2()));
        runLarge();
    }

    // Spark makes a cogroup and a subtraction by keys of them.
    private void runSets() {
        long before = Metrics.readOr("leakyBuffer.tasks", 0);
        print("intersection", left.keys().intersection(few.keys()).map(Grouping::hash));
        print("subtract", left.keys().subtract(few.keys(), partitions).map(Grouping::hash));
        System.out.println("leaky.sets=" + (Metrics.readOr("leakyBuffer.tasks", 0) - before));
    }

    // One group of more than two megabytes among small ones, given to the program as a collection and used in every way there is.
    private void runLarge() {
        JavaRDD<Tuple2<String, Iterable<String>>> groups = large();
        System.out.println("streamed=" + groups.filter(t -> t._2().toString().startsWith("StreamedGroup")).count());
        print("large", groups.map(Grouping::sum));
        JavaRDD<Tuple2<String, Iterable<String>>> cached = large().persist(StorageLevel.MEMORY_AND_DISK());
        print("largeCached", cached.map(Grouping::sum));
        System.out.println("movedToSecondHeap=" + Metrics.movedBytes());
        print("largeCachedAgain", cached.map(Grouping::sum));
        System.out.println("filesOfCached=" + groupFileBytes());
        cached.unpersist(true);
        System.out.println("filesOfDropped=" + groupFileBytesAtLast());
        JavaRDD<Tuple2<String, Iterable<String>>> serialized = large().persist(StorageLevel.MEMORY_AND_DISK_SER());
        print("largeSerialized", serialized.map(Grouping::sum));
        print("largeSerializedAgain", serialized.map(Grouping::sum));
        List<Tuple2<String, Iterable<String>>> collected = groups.collect();
        System.out.println("largeCollected=" + collected.stream().mapToLong(Grouping::sum).sum() + "/" + collected.size());
        runLargeJoins();
    }

    private static long groupFileBytes() {
        return Metrics.readOr("leakyBuffer.groupFileBytes", -1);
    }

    // The collector tells the one that deletes them, which is a thread of its own.
    private static long groupFileBytesAtLast() {
        long began = System.nanoTime();
        while (groupFileBytes() > 0 && System.nanoTime() - began < PATIENCE_NANOS) {
            System.gc();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        return groupFileBytes();
    }

    // One side is a large group, the other side large, small or empty.
    private void runLargeJoins() {
        JavaPairRDD<String, String> many = largePairs().mapToPair(pair -> pair);
        JavaPairRDD<String, String> others = spark.parallelize(List.of("large", "large", "small 100", "none"), 2).mapToPair(key -> new Tuple2<>(key, "other"));
        JavaPairRDD<String, String> none = others.filter(pair -> pair._1().equals("none"));
        print("largeOuter", many.fullOuterJoin(others, partitions).map(t -> hash(t.toString())));
        print("largeOuterNone", none.fullOuterJoin(many, partitions).map(t -> hash(t.toString())));
        print("largeLeft", many.leftOuterJoin(none, partitions).map(t -> hash(t.toString())));
        print("largeRight", others.rightOuterJoin(many, partitions).map(t -> hash(t.toString())));
        print("largeBoth", many.cogroup(many.mapValues(v -> v + "."), partitions)
                .map(t -> hash(t._1()) + 31 * bag(t._2()._1()) + 37 * bag(t._2()._2())));
        print("largeSubtract", many.subtractByKey(none, partitions).map(t -> hash(t.toString())));
        print("largeMatches", large().filter(t -> t._2() instanceof scala.collection.immutable.Seq<String> values && values.apply(values.length() - 1) != null)
                .map(t -> (long) t._2().size()));
    }

    // As Scala programs have it: Java's wraps the collection.
    @SuppressWarnings("unchecked")
    private JavaRDD<Tuple2<String, Iterable<String>>> large() {
        // As the Java interface does: for known types Spark would take Kryo by itself.
        ClassTag<String> type = (ClassTag<String>) (ClassTag<?>) ClassTag$.MODULE$.AnyRef();
        return RDD.rddToPairRDDFunctions(largePairs().rdd(), type, type, null).groupByKey(partitions).toJavaRDD();
    }

    private JavaRDD<Tuple2<String, String>> largePairs() {
        return spark.parallelize(Arrays.asList(0, 1), 2)
                .flatMap(slice -> IntStream.range(0, 10_000).mapToObj(i -> new Tuple2<>(
                        i % 100 == 0 ? "small " + i : "large", "value " + slice + "/" + i + "-".repeat(100))).iterator());
    }

    private static long sum(Tuple2<String, Iterable<String>> group) {
        return hash(group._1()) * 31 + bag(CollectionConverters.asJava(group._2()));
    }

    private static void print(String name, JavaRDD<Long> sums) {
        long[] all = sums.aggregate(new long[2], (a, sum) -> add(a, sum, 1), (a, b) -> add(a, b[0], b[1]));
        System.out.println(name + "=" + all[0] + "/" + all[1]);
    }

    private static long[] add(long[] to, long sum, long count) {
        to[0] += sum;
        to[1] += count;
        return to;
    }

    // The optional values of Spark's outer joins refuse nulls.
    private static JavaPairRDD<Object, String> withoutNulls(JavaPairRDD<Object, String> pairs) {
        return pairs.mapValues(String::valueOf);
    }

    // Walked twice: a collection of values can be.
    private static long bag(java.lang.Iterable<?> values) {
        long sum = 0;
        for (Object value : values) {
            sum += hash(value);
        }
        for (Object value : values) {
            sum ^= hash(value);
        }
        return sum;
    }

    private static long hash(Object value) {
        long h = (value == null ? 1 : value.hashCode()) * 0x9E3779B97F4A7C15L;
        return h ^ h >>> 32;
    }

    private static JavaPairRDD<Object, String> pairs(JavaSparkContext spark, long seed, int records, int keys) {
        return spark.parallelize(Arrays.asList(IntStream.range(0, SLICES).boxed().toArray(Integer[]::new)), SLICES)
                .flatMapToPair(slice -> {
                    Random random = new Random(seed * SLICES + slice);
                    return IntStream.range(0, records / SLICES).mapToObj(i -> pair(random, keys)).iterator();
                });
    }

    private static Tuple2<Object, String> pair(Random random, int keys) {
        int kind = random.nextInt(1000);
        String value = kind == 7 ? null : "value " + random.nextInt() + "-".repeat(random.nextInt(40));
        if (kind == 1) {
            return new Tuple2<>(null, value);
        }
        if (kind < 50) {
            return new Tuple2<>((long) kind % 3, value);
        }
        return new Tuple2<>(kind < 100 ? sameHash(random) : (Object) ("key " + random.nextInt(keys)), value);
    }

    // Words of "Aa" and "BB" have the same hash code.
    private static Object sameHash(Random random) {
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            key.append(random.nextBoolean() ? "Aa" : "BB");
        }
        return key.toString();
    }

    public static List<String> names() {
        return List.of("groupByKey", "groupBy", "cogroup", "cogroup3", "groupWith", "join", "leftOuterJoin",
                "rightOuterJoin", "fullOuterJoin", "subtractByKey", "intersection", "subtract", "reduceByKey", "aggregateByKey",
                "large", "largeCached", "largeCachedAgain", "largeSerialized", "largeSerializedAgain", "largeCollected",
                "largeOuter", "largeOuterNone", "largeLeft", "largeRight", "largeBoth", "largeSubtract", "largeMatches");
    }
}
