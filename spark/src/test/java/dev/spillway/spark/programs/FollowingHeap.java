// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Lowers the container's limit that the memory balancer sees, and raises it again, with objects for which H1 has to grow. Prints how Spark's
 * memory followed. Arguments are the file with the limit and its new values in bytes.
 */
public final class FollowingHeap {
    private static final long PATIENCE_MILLIS = 60_000;
    private static final long FEW_LOOKS_MILLIS = 3_000;
    private static final int LIVE_MEGABYTES = 560;      // more than the limit of before can hold, so that it has to rise

    private FollowingHeap() {}

    public static void main(String[] args) throws Exception {
        JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        System.out.println("before.used=" + SparkEnv.get().memoryManager().storageMemoryUsed());
        set(Path.of(args[0]), args[1]);
        boolean follows = !spark.getConf().contains("spark.spillway.memoryBalancer.follow");
        long withheld = await(bytes -> bytes > 0, follows ? PATIENCE_MILLIS : FEW_LOOKS_MILLIS);
        System.out.println("withheld=" + withheld);
        System.out.println("limit=" + Metrics.readOr("memoryBalancer.firstHeapLimitBytes", 0));
        System.out.println("after.used=" + SparkEnv.get().memoryManager().storageMemoryUsed());
        System.out.println("after.max=" + SparkEnv.get().memoryManager().maxOnHeapStorageMemory());
        JavaRDD<Data.Item> items = Data.items(spark, 4, 20_000).cache();
        long expected = Data.expected(80_000);
        System.out.println("right=" + (Data.checksum(items) == expected && Data.checksum(items.repartition(3)) == expected));
        set(Path.of(args[0]), args[2]);
        byte[][] live = new byte[LIVE_MEGABYTES][];
        Arrays.setAll(live, number -> new byte[1 << 20]);
        System.out.println("later.withheld=" + await(bytes -> bytes < withheld, follows ? PATIENCE_MILLIS : 0));
        System.out.println("later.limit=" + Metrics.readOr("memoryBalancer.firstHeapLimitBytes", 0));
        Reference.reachabilityFence(live);
        spark.stop();
        System.out.println("end=ok");
    }

    private static void set(Path file, String bytes) throws IOException {
        Path fresh = file.resolveSibling("fresh");
        Files.writeString(fresh, bytes + "\n");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    // What is withheld, once it is as wanted or the time is over.
    private static long await(LongPredicate wanted, long millis) throws InterruptedException {
        long end = System.currentTimeMillis() + millis;
        while (true) {
            long withheld = Metrics.readOr("memoryBalancer.withheldBytes", 0);
            if (wanted.test(withheld) || System.currentTimeMillis() > end) {
                return withheld;
            }
            // A program that goes on: without allocations there is no collection, and nothing to grow for.
            for (int i = 0; i < 16; i++) {
                Reference.reachabilityFence(new byte[1 << 20]);
            }
            Thread.sleep(100);
        }
    }
}
