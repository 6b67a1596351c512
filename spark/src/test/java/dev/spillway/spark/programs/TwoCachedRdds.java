// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;

/** Caches two RDDs that do not fit together; the first goes to disk block by block and is read back from there. */
public final class TwoCachedRdds {
    private TwoCachedRdds() {}

    public static void main(String[] args) {
        int partitions = Integer.parseInt(args[0]);
        long perPartition = Long.parseLong(args[1]);
        long expected = Data.expected(partitions * perPartition);
        JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        LongAccumulator computed = spark.sc().longAccumulator();
        JavaRDD<Data.Item> first = Data.items(spark, partitions, perPartition)
                .map(item -> {
                    computed.add(1);
                    return item;
                })
                .persist(StorageLevel.MEMORY_AND_DISK());
        JavaRDD<Data.Item> second = Data.items(spark, partitions, perPartition).persist(StorageLevel.MEMORY_AND_DISK());
        boolean right = Data.checksum(first) == expected && Data.checksum(second) == expected;
        System.out.println("evictions=" + Metrics.read("evictions"));
        right &= Data.checksum(first) == expected && Data.checksum(second) == expected;
        System.out.println("right=" + right);
        System.out.println("evictedReadBackFromDisk=" + (computed.value() == partitions * perPartition));
        System.out.println("poolUsedBytes=" + Metrics.read("poolUsedBytes"));
        spark.stop();
        System.out.println("end=ok");
    }
}
