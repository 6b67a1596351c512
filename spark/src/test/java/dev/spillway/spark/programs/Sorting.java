// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * Everything that spills: a sort by key, a reduction, one with a null key, a shuffle of serialized records, and a sort of rows; prints checksums
 * that depend on the order where there is one. Arguments: records, partitions, and "rdds" to leave out the rows: SQL takes
 * seconds to start.
 */
public final class Sorting {
    /** Kinds of spillers that are used here. */
    public static final List<String> SPILLERS =
            List.of("ExternalSorter", "CombiningSorter", "ExternalAppendOnlyMap", "UnsafeExternalSorter", "ShuffleExternalSorter");

    private static final int SLICES = 4;
    // More than the 200 up to which Spark writes a file for each.
    private static final int PARTITIONS = 210;

    private Sorting() {}

    public static void main(String[] args) {
        int records = Integer.parseInt(args[0]);
        int partitions = Integer.parseInt(args[1]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaPairRDD<String, String> pairs = pairs(spark, records);
            System.out.println("sortByKey=" + inOrder(pairs.sortByKey(true, partitions)));
            System.out.println("reduceByKey=" + pairs.mapValues(v -> 1L).reduceByKey(Long::sum, partitions)
                    .map(t -> t._1().hashCode() * 31L + t._2()).reduce(Long::sum));
            System.out.println("nullKeys=" + nullKeys(pairs, partitions));
            System.out.println("oddKeys=" + oddKeys(pairs, partitions));
            System.out.println("serialized=" + pairs.partitionBy(new HashPartitioner(PARTITIONS))
                    .map(t -> t._1().hashCode() * 31L + t._2().hashCode()).reduce(Long::sum));
            if (args.length < 3) {
                System.out.println("rows=" + rows(spark, records, partitions));
            }
            for (String metric : new String[] {"spillers", "raises", "falls", "spillMillis", "state", "fallBacks.userThreshold", "fallBacks.offHeap"}) {
                System.out.println("eager." + metric + "=" + Metrics.readOr("eagerSpill." + metric, -2));
            }
            for (String spiller : SPILLERS) {
                System.out.println("eager.spills." + spiller + "=" + Metrics.readOr("eagerSpill.spills." + spiller, -2));
                System.out.println("eager.early." + spiller + "=" + Metrics.readOr("eagerSpill.early." + spiller, 0));
            }
        }
        System.out.println("end=ok");
    }

    private static JavaPairRDD<String, String> pairs(JavaSparkContext spark, int records) {
        return spark.parallelize(Arrays.asList(IntStream.range(0, SLICES).boxed().toArray(Integer[]::new)), SLICES)
                .flatMapToPair(slice -> {
                    Random random = new Random(slice);
                    return IntStream.range(0, records / SLICES)
                            .mapToObj(i -> new Tuple2<>("key " + random.nextInt(records), "value " + random.nextInt(9)))
                            .iterator();
                });
    }

    private static String nullKeys(JavaPairRDD<String, String> pairs, int partitions) {
        JavaPairRDD<String, Long> counts = pairs.mapToPair(t -> new Tuple2<>(t._1().endsWith("77") ? null : t._1(), 1L))
                .reduceByKey(Long::sum, partitions).cache();
        return counts.count() + " keys, " + counts.filter(t -> t._1() == null).count() + " null, most " + counts.values().reduce(Long::max);
    }

    // Keys that are equal by equals and not by Scala's ==, and the other way round.
    private static String oddKeys(JavaPairRDD<String, String> pairs, int partitions) {
        Partitioner by = new HashPartitioner(partitions);
        // Without a map side that combines: there Spark compares by == in memory, too.
        List<Tuple2<String, Long>> counts = pairs.mapToPair(t -> new Tuple2<>(oddKey(t._1()), 1L)).partitionBy(by).reduceByKey(by, Long::sum)
                .mapToPair(t -> new Tuple2<>(t._1().getClass().getSimpleName() + " " + t._1(), t._2())).filter(t -> !t._1().startsWith("String")).collect();
        return counts.stream().map(Object::toString).sorted().toList().toString();
    }

    private static Object oddKey(String key) {
        char last = key.charAt(key.length() - 1);
        return last == '1' ? (Object) Double.NaN : last == '2' ? (Object) 1 : last == '3' ? (Object) 1L : key;
    }

    // Equal keys may come in any order, so only keys count.
    private static long inOrder(JavaPairRDD<String, String> sorted) {
        return sorted.mapPartitionsWithIndex((index, keys) -> {
            long hash = index;
            while (keys.hasNext()) {
                hash = hash * 31 + keys.next()._1().hashCode();
            }
            return Arrays.asList(hash).iterator();
        }, false).collect().stream().mapToLong(Long::longValue).reduce(0, (a, b) -> a * 31 + b);
    }

    private static long rows(JavaSparkContext spark, int records, int partitions) {
        SparkSession session = SparkSession.builder().sparkContext(spark.sc()).getOrCreate();
        Dataset<Row> rows = session.range(0, records, 1, SLICES)
                .selectExpr("hash(id) % " + records + " as k", "concat('row ', id) as v");
        return rows.repartition(partitions, rows.col("k")).sortWithinPartitions("k", "v").toJavaRDD()
                .mapPartitionsWithIndex((index, sorted) -> {
                    long hash = index;
                    while (sorted.hasNext()) {
                        hash = hash * 31 + sorted.next().getString(1).hashCode();
                    }
                    return Arrays.asList(hash).iterator();
                }, false).collect().stream().mapToLong(Long::longValue).reduce(0, (a, b) -> a * 31 + b);
    }
}
