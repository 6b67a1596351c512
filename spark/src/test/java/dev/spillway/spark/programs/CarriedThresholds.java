// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.TaskCompletionListener;
import scala.Tuple2;

/**
 * A map side that combines in two tasks, one on each of two executors; the second one begins when the first has ended. Argument: directory
 * for the sign of that. One task reduces, so that nothing else can be carried.
 */
public final class CarriedThresholds {
    private static final int KEYS = 100_000;

    private CarriedThresholds() {}

    public static void main(String[] args) throws Exception {
        String sign = Path.of(args[0]).resolve("ended").toString();
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            Cluster.waitForExecutors(spark, 2);
            long keys = spark.parallelize(List.of(0, 1), 2).mapPartitionsToPair(slices -> {
                if (slices.next() == 0) {
                    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) ended -> sign(sign));
                } else {
                    await(sign);
                }
                return IntStream.range(0, KEYS).mapToObj(i -> new Tuple2<>("key " + i, 1L)).iterator();
            }).reduceByKey(Long::sum, 1).filter(pair -> pair._2() == 2).count();
            System.out.println("result=" + keys + " keys");
            System.out.println("state=" + Cluster.perExecutorOfAny(spark, "eagerSpill.state").values());
            long[] carried = Cluster.perExecutorOfAny(spark, "eagerSpill.carried").values().stream().mapToLong(Long::longValue).sorted().toArray();
            System.out.println("carried=" + Arrays.toString(carried));
        }
    }

    private static void sign(String file) {
        try {
            Files.createFile(Path.of(file));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // Spark calls listeners in the reverse order: what the plug-in tells the driver at the end of the task may still be on its way,
    // for long on a busy machine.
    private static void await(String file) throws InterruptedException {
        for (int i = 0; i < 600 && !Files.exists(Path.of(file)); i++) {
            Thread.sleep(100);
        }
        Thread.sleep(3000);
    }
}
