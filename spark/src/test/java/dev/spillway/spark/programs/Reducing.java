// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Reductions, and combinations by functions of the program's own, one of which collects all values on the reduce side as groupByKey does. Prints of each whether
 * it equals what a loop gives, the tasks that read it leakily, and those that read it as stock does; in the end the same of a groupByKey.
 */
public final class Reducing {
    private static final int RECORDS = 40_000;
    private static final int KEYS = 10_000;
    private static final int PARTITIONS = 2;

    private final JavaPairRDD<Integer, Long> pairs;

    private Reducing(JavaSparkContext spark) {
        pairs = spark.parallelize(IntStream.range(0, RECORDS).boxed().toList(), PARTITIONS).mapToPair(i -> new Tuple2<>(i % KEYS, (long) i));
    }

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            new Reducing(spark).run();
        }
        System.out.println("end=ok");
    }

    private void run() {
        print("reduceByKey", pairs.reduceByKey(Long::sum, PARTITIONS));
        print("foldByKey", pairs.foldByKey(0L, PARTITIONS, Long::sum));
        print("aggregateByKey", pairs.aggregateByKey(0L, PARTITIONS, Long::sum, Long::sum));
        print("combineByKey", pairs.combineByKey(value -> value, Long::sum, Long::sum, PARTITIONS));
        print("collected", pairs.combineByKey(Reducing::list, Reducing::add, Reducing::addAll, PARTITIONS).mapValues(Reducing::sum));
        print("collectedByReducers", pairs.combineByKey(Reducing::list, Reducing::add, Reducing::addAll, new HashPartitioner(PARTITIONS), false,
                SparkEnv.get().serializer()).mapValues(Reducing::sum));
        print("groupByKey", pairs.groupByKey(PARTITIONS).mapValues(group -> sum(group)));
    }

    private static void print(String name, JavaPairRDD<Integer, Long> sums) {
        long leaky = Metrics.readOr("leakyBuffer.tasks", -1);
        long stock = Metrics.readOr("leakyBuffer.stockTasks", -1);
        boolean right = sums.collectAsMap().equals(expected());
        System.out.println(name + "=" + right + " " + (Metrics.readOr("leakyBuffer.tasks", -1) - leaky)
                + " " + (Metrics.readOr("leakyBuffer.stockTasks", -1) - stock));
    }

    private static Map<Integer, Long> expected() {
        Map<Integer, Long> sums = new HashMap<>();
        IntStream.range(0, RECORDS).forEach(i -> sums.merge(i % KEYS, (long) i, Long::sum));
        return sums;
    }

    private static List<Long> list(long value) {
        return add(new ArrayList<>(), value);
    }

    private static List<Long> add(List<Long> values, long value) {
        values.add(value);
        return values;
    }

    private static List<Long> addAll(List<Long> values, List<Long> others) {
        values.addAll(others);
        return values;
    }

    private static long sum(Iterable<Long> values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}
