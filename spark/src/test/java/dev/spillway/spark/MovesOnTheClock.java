// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.SecondHeap;
import dev.spillway.spark.spill.GcClock;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/**
 * Caches, lets the blocks move to H2, and reads the clock of eager spill, that of all collections, and the JVM's time of moving. In the plug-in's package,
 * since it asks for the clock that an executor makes. Part of the tests only.
 */
public final class MovesOnTheClock {
    private static final int PARTITIONS = 8;
    private static final int PER_PARTITION = 200_000;

    private MovesOnTheClock() {}

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaRDD<List<Integer>> cached = spark.parallelize(IntStream.range(0, PARTITIONS).boxed().toList(), PARTITIONS)
                    .flatMap(part -> IntStream.range(0, PER_PARTITION).mapToObj(i -> List.of(part, i, i + 1)).iterator())
                    .persist(StorageLevel.MEMORY_ONLY());
            System.out.println("elements=" + cached.count());
            SecondHeap.moveNow();
            print(EagerSpillStart.clock(new SecondHeapBinding()), new GcClock(() -> 0));
        }
        System.out.println("end=ok");
    }

    // Another collection between two looks starts anew.
    private static void print(GcClock own, GcClock all) {
        long collected;
        long counted;
        long moved;
        do {
            collected = all.getAsLong();
            counted = own.getAsLong();
            moved = SecondHeap.statistics().moveNanos() / 1_000_000;
        } while (collected != all.getAsLong());
        System.out.println("collected=" + collected);
        System.out.println("counted=" + counted);
        System.out.println("moved=" + moved);
    }
}
