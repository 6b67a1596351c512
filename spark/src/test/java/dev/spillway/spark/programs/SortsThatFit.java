// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Sorters that read many records and hold few: one that combines equal keys, sorted partitions of which a task takes several, and one beside a large
 * shuffle that is cached.
 */
public final class SortsThatFit {
    private static final int RECORDS = 400_000;
    private static final int KEYS = 3_000;
    private static final int FEW = 20_000;

    private SortsThatFit() {}

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaRDD<Integer> numbers = spark.parallelize(List.of(1, 2), 2).flatMap(seed -> {
                Random random = new Random(seed);
                List<Integer> made = new ArrayList<>();
                for (int i = 0; i < RECORDS / 2; i++) {
                    made.add(random.nextInt(KEYS));
                }
                return made.iterator();
            });
            JavaPairRDD<String, Long> counts = numbers.repartition(2).mapToPair(key -> new Tuple2<>("key " + key, 1L)).reduceByKey(Long::sum, 2);
            System.out.println("keys=" + counts.count());
            // Each of the 32 partitions has a sorter of its own.
            JavaPairRDD<String, Long> sorted = numbers.mapToPair(key -> new Tuple2<>("key " + key, 1L)).repartitionAndSortWithinPartitions(new HashPartitioner(32));
            System.out.println("sorted=" + sorted.coalesce(2).count());
            JavaPairRDD<String, Long> cached = numbers.mapToPair(key -> new Tuple2<>("key " + key, 1L)).partitionBy(new HashPartitioner(2))
                    .filter(pair -> pair._1().equals("key 1")).cache();
            long ones = cached.count();
            JavaPairRDD<String, Long> few = spark.parallelize(List.of(1, 2), 2).flatMap(seed -> IntStream.range(0, FEW / 2).iterator())
                    .mapToPair(number -> new Tuple2<>("key " + number, 1L)).repartitionAndSortWithinPartitions(new HashPartitioner(2));
            System.out.println("beside=" + (cached.union(few).count() - ones));
            for (String kind : new String[] {"CombiningSorter", "ExternalSorter"}) {
                System.out.println("spills." + kind + "=" + Metrics.readOr("eagerSpill.spills." + kind, 0));
            }
            System.out.println("spillers=" + Metrics.readOr("eagerSpill.spillers", 0));
        }
    }
}
