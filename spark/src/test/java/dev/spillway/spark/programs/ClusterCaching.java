// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.ExecutorDecommissionInfo;
import org.apache.spark.scheduler.cluster.CoarseGrainedSchedulerBackend;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;

/** Caches on several executors: one scenario each for copies, reads from elsewhere, a lost and a decommissioned executor. */
public final class ClusterCaching {
    private static final int PARTITIONS = 4;
    private static final long PER_PARTITION = 10_000;
    private static final long EXPECTED = Data.expected(PARTITIONS * PER_PARTITION);

    private ClusterCaching() {}

    public static void main(String[] args) throws Exception {
        JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        waitForExecutors(spark, 2);
        System.out.println("on=" + perExecutor(spark, "state"));
        System.out.println("toldDriver=" + Metrics.read("executorsOn"));
        switch (args[0]) {
            case "copies" -> copies(spark);
            case "remote" -> remote(spark);
            case "killed" -> killed(spark, Path.of(args[1]));
            case "decommission" -> decommission(spark);
            default -> throw new IllegalArgumentException(args[0]);
        }
        spark.stop();
        System.out.println("end=ok");
    }

    private static void copies(JavaSparkContext spark) {
        JavaRDD<Data.Item> items = Data.items(spark, PARTITIONS, PER_PARTITION).persist(StorageLevel.MEMORY_ONLY_2());
        System.out.println("right=" + (Data.checksum(items) == EXPECTED));
        System.out.println("blocks=" + perExecutor(spark, "blocks").values());
        items.unpersist(true);
        System.out.println("after=" + perExecutor(spark, "blocks").values());
    }

    // One task reads all partitions, so those of the other executor come over the network.
    private static void remote(JavaSparkContext spark) {
        LongAccumulator computed = spark.sc().longAccumulator();
        JavaRDD<Data.Item> items = counted(Data.items(spark, PARTITIONS, PER_PARTITION), computed).cache();
        System.out.println("right=" + (Data.checksum(items) == EXPECTED));
        System.out.println("computed=" + computed.value());
        System.out.println("rightAgain=" + (Data.checksum(items.coalesce(1)) == EXPECTED));
        System.out.println("computedAgain=" + computed.value());
        System.out.println("recomputes=" + sum(perExecutor(spark, "recomputes")));
        items.unpersist(true);
        System.out.println("after=" + sum(perExecutor(spark, "blocks")));
    }

    private static void killed(JavaSparkContext spark, Path marker) {
        String mark = marker.toString();
        JavaRDD<Data.Item> items = Data.items(spark, PARTITIONS, PER_PARTITION)
                .mapPartitions(partition -> {
                    dieOnce(Path.of(mark));
                    return partition;
                })
                .cache();
        System.out.println("right=" + (Data.checksum(items) == EXPECTED));
        System.out.println("rightAgain=" + (Data.checksum(items) == EXPECTED));
        System.out.println("died=" + Files.exists(marker));
        System.out.println("blocks=" + (sum(perExecutor(spark, "blocks")) >= PARTITIONS));
    }

    // As a crash: no shutdown hook runs. Leaves a mark so that the next attempt lives.
    private static void dieOnce(Path marker) throws java.io.IOException {
        if (TaskContext.getPartitionId() == 2 && !Files.exists(marker)) {
            Files.createFile(marker);
            Runtime.getRuntime().halt(137);
        }
    }

    private static void decommission(JavaSparkContext spark) throws InterruptedException {
        LongAccumulator computed = spark.sc().longAccumulator();
        JavaRDD<Data.Item> items = counted(Data.items(spark, PARTITIONS, PER_PARTITION), computed).cache();
        System.out.println("right=" + (Data.checksum(items) == EXPECTED));
        String leaving = perExecutor(spark, "blocks").entrySet().stream()
                .filter(e -> e.getValue() > 0)
                .findFirst()
                .orElseThrow()
                .getKey();
        CoarseGrainedSchedulerBackend backend = (CoarseGrainedSchedulerBackend) spark.sc().schedulerBackend();
        backend.decommissionExecutor(leaving, new ExecutorDecommissionInfo("test", scala.Option.empty()), true, false);
        for (int i = 0; i < 120 && backend.getExecutorIds().contains(leaving); i++) {
            Thread.sleep(500);
        }
        System.out.println("left=" + !backend.getExecutorIds().contains(leaving));
        System.out.println("rightAgain=" + (Data.checksum(items) == EXPECTED));
        System.out.println("computedOnce=" + (computed.value() == PARTITIONS * PER_PARTITION));
    }

    private static JavaRDD<Data.Item> counted(JavaRDD<Data.Item> items, LongAccumulator computed) {
        return items.map(item -> {
            computed.add(1);
            return item;
        });
    }

    private static Map<String, Long> perExecutor(JavaSparkContext spark, String metric) {
        List<Integer> splits = IntStream.range(0, 16).boxed().toList();
        Map<String, Long> values = new TreeMap<>();
        spark.parallelize(splits, 16)
                .map(i -> {
                    // Long enough that every executor gets some of the tasks.
                    Thread.sleep(100);
                    return new scala.Tuple2<>(SparkEnv.get().executorId(), Metrics.read(metric));
                })
                .collect()
                .forEach(pair -> values.put(pair._1(), pair._2()));
        return values;
    }

    private static long sum(Map<String, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).sum();
    }

    private static void waitForExecutors(JavaSparkContext spark, int count) throws InterruptedException {
        for (int i = 0; i < 240 && spark.sc().statusTracker().getExecutorInfos().length <= count; i++) {
            Thread.sleep(250);
        }
    }
}
