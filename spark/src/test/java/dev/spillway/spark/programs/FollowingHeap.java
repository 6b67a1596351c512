// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Lowers the container's limit that the memory balancer sees, and prints how Spark's memory followed. Arguments are the file with the
 * limit and its new value in bytes.
 */
public final class FollowingHeap {
    private static final long PATIENCE_MILLIS = 60_000;
    private static final long FEW_LOOKS_MILLIS = 3_000;

    private FollowingHeap() {}

    public static void main(String[] args) throws Exception {
        JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        System.out.println("before.used=" + SparkEnv.get().memoryManager().storageMemoryUsed());
        lower(Path.of(args[0]), args[1]);
        boolean follows = !spark.getConf().contains("spark.spillway.memoryBalancer.follow");
        long withheld = awaitWithheld(follows ? PATIENCE_MILLIS : FEW_LOOKS_MILLIS);
        System.out.println("withheld=" + withheld);
        System.out.println("limit=" + Metrics.readOr("memoryBalancer.firstHeapLimitBytes", 0));
        System.out.println("after.used=" + SparkEnv.get().memoryManager().storageMemoryUsed());
        System.out.println("after.max=" + SparkEnv.get().memoryManager().maxOnHeapStorageMemory());
        JavaRDD<Data.Item> items = Data.items(spark, 4, 20_000).cache();
        long expected = Data.expected(80_000);
        System.out.println("right=" + (Data.checksum(items) == expected && Data.checksum(items.repartition(3)) == expected));
        spark.stop();
        System.out.println("end=ok");
    }

    private static void lower(Path file, String bytes) throws IOException {
        Path fresh = file.resolveSibling("fresh");
        Files.writeString(fresh, bytes + "\n");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static long awaitWithheld(long millis) throws InterruptedException {
        long end = System.currentTimeMillis() + millis;
        while (true) {
            long withheld = Metrics.readOr("memoryBalancer.withheldBytes", 0);
            if (withheld > 0 || System.currentTimeMillis() > end) {
                return withheld;
            }
            Thread.sleep(100);
        }
    }
}
