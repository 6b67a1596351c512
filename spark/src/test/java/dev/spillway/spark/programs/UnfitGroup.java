// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Groups and cogroups pairs of which one key has very many, and groups pairs of which two have, in two tasks at once. Argument: number of values of the one. */
public final class UnfitGroup {
    private static final int SLICES = 4;

    private UnfitGroup() {}

    public static void main(String[] args) {
        int values = Integer.parseInt(args[0]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            System.out.println("grouped=" + pairs(spark, values).groupByKey(2).mapValues(UnfitGroup::sum).lookup("k"));
            JavaPairRDD<String, Long> few = spark.parallelizePairs(Arrays.asList(new Tuple2<>("k", 1L), new Tuple2<>("other", 2L)), 1);
            System.out.println("cogrouped=" + pairs(spark, values).cogroup(few, 2)
                    .mapValues(both -> sum(both._1()) + sum(both._2())).lookup("k"));
            System.out.println("twoAtATime=" + twoKeys(spark, values / 2).groupByKey(2).mapValues(UnfitGroup::sum).values().collect());
            System.out.println("streamed=" + Metrics.readOr("leakyBuffer.streamedGroups", 0));
        }
    }

    private static JavaPairRDD<String, Long> pairs(JavaSparkContext spark, int values) {
        return spark.parallelize(Arrays.asList(0, 1, 2, 3), SLICES).flatMapToPair(slice -> IntStream.range(0, values)
                .filter(i -> i % SLICES == slice).mapToObj(i -> new Tuple2<>("k", (long) i)).iterator());
    }

    // One in each of two partitions.
    private static JavaPairRDD<String, Long> twoKeys(JavaSparkContext spark, int values) {
        return pairs(spark, values).flatMapToPair(pair -> Arrays.asList(pair, new Tuple2<>("l", pair._2())).iterator());
    }

    // Twice, as a program that needs two walks does.
    private static long sum(Iterable<Long> values) {
        long sum = 0;
        for (int walk = 0; walk < 2; walk++) {
            for (long value : values) {
                sum += value * 31 + 1;
            }
        }
        return sum;
    }
}
