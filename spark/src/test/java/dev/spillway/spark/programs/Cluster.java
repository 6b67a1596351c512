// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function0;

/** Asks the executors of an application for the plug-in's metrics. */
final class Cluster {
    private Cluster() {}

    /** Until so many executors run tasks: one that has registered may still be starting. */
    static void waitForExecutors(JavaSparkContext spark, int count) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (spark.sc().statusTracker().getExecutorInfos().length <= count || onEach(spark, () -> 0L).size() < count) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("there are not " + count + " executors after a minute");
            }
            Thread.sleep(250);
        }
    }

    /** Value of a metric on each executor. */
    static Map<String, Long> perExecutor(JavaSparkContext spark, String metric) {
        return onEach(spark, () -> Metrics.read(metric));
    }

    /** Value of a metric of any mechanism on each executor, 0 where there is no such metric. */
    static Map<String, Long> perExecutorOfAny(JavaSparkContext spark, String metric) {
        return onEach(spark, () -> Metrics.readOr(metric, 0));
    }

    /** Bytes moved on the executor that moved least of those that hold blocks; 0 if none does. What waits is moved first. */
    static long leastMoved(JavaSparkContext spark) {
        return onEach(spark, () -> Metrics.read("blocks") > 0 ? Metrics.movedBytes() : -1L).values().stream()
                .filter(moved -> moved >= 0)
                .min(Long::compare)
                .orElse(0L);
    }

    static long sum(Map<String, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<String, Long> onEach(JavaSparkContext spark, Function0<Long> value) {
        List<Integer> splits = IntStream.range(0, 16).boxed().toList();
        Map<String, Long> values = new TreeMap<>();
        spark.parallelize(splits, 16)
                .map(i -> {
                    // Long enough that every executor gets some of the tasks.
                    Thread.sleep(100);
                    return new scala.Tuple2<>(SparkEnv.get().executorId(), value.call());
                })
                .collect()
                .forEach(pair -> values.put(pair._1(), pair._2()));
        return values;
    }
}
