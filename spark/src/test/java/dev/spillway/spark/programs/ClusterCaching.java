// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
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
        Cluster.waitForExecutors(spark, 2);
        System.out.println("on=" + Cluster.perExecutor(spark, "state"));
        System.out.println("toldDriver=" + Metrics.read("executorsOn"));
        switch (args[0]) {
            case "copies" -> copies(spark);
            case "remote" -> remote(spark);
            case "checkpointed" -> checkpointed(spark);
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
        System.out.println("blocks=" + Cluster.perExecutor(spark, "blocks").values());
        System.out.println("leastMoved=" + Cluster.leastMoved(spark));
        items.unpersist(true);
        System.out.println("after=" + Cluster.perExecutor(spark, "blocks").values());
    }

    // One task reads all partitions, so those of the other executor come over the network.
    private static void remote(JavaSparkContext spark) {
        LongAccumulator computed = spark.sc().longAccumulator();
        JavaRDD<Data.Item> items = counted(Data.items(spark, PARTITIONS, PER_PARTITION), computed).cache();
        System.out.println("right=" + (Data.checksum(items) == EXPECTED));
        System.out.println("computed=" + computed.value());
        System.out.println("leastMoved=" + Cluster.leastMoved(spark));
        System.out.println("rightAgain=" + (Data.checksum(items.coalesce(1)) == EXPECTED));
        System.out.println("computedAgain=" + computed.value());
        System.out.println("recomputes=" + Cluster.sum(Cluster.perExecutor(spark, "recomputes")));
        items.unpersist(true);
        System.out.println("after=" + Cluster.sum(Cluster.perExecutor(spark, "blocks")));
    }

    // Checkpointed before and after their blocks are stored; one task reads all of them.
    private static void checkpointed(JavaSparkContext spark) {
        JavaRDD<Data.Item> before = Data.items(spark, PARTITIONS, PER_PARTITION);
        before.rdd().localCheckpoint();
        System.out.println("before=" + (Data.checksum(before) == EXPECTED && Data.checksum(before.coalesce(1)) == EXPECTED));
        JavaRDD<Data.Item> after = Data.items(spark, PARTITIONS, PER_PARTITION).cache();
        boolean right = Data.checksum(after) == EXPECTED;
        System.out.println("leastMoved=" + Cluster.leastMoved(spark));
        after.rdd().localCheckpoint();
        right &= Data.checksum(after) == EXPECTED;
        System.out.println("after=" + (right && Data.checksum(after.coalesce(1)) == EXPECTED));
        System.out.println("recomputes=" + Cluster.sum(Cluster.perExecutor(spark, "recomputes")));
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
        System.out.println("blocks=" + (Cluster.sum(Cluster.perExecutor(spark, "blocks")) >= PARTITIONS));
        System.out.println("leastMoved=" + Cluster.leastMoved(spark));
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
        System.out.println("leastMoved=" + Cluster.leastMoved(spark));
        String leaving = Cluster.perExecutor(spark, "blocks").entrySet().stream()
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
}
