// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** Caches one RDD; arguments are partitions, elements of each, and whether to drop it again. Prints what became of it. */
public final class OneCachedRdd {
    private OneCachedRdd() {}

    public static void main(String[] args) {
        int partitions = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        long perPartition = args.length > 1 ? Long.parseLong(args[1]) : 1_000;
        JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        System.out.println("state=" + Metrics.read("state"));
        JavaRDD<Data.Item> items = Data.items(spark, partitions, perPartition).cache();
        long expected = Data.expected(partitions * perPartition);
        boolean right = Data.checksum(items) == expected && Data.checksum(items) == expected;
        System.out.println("right=" + right);
        System.out.println("blocks=" + Metrics.read("blocks"));
        System.out.println("poolUsedBytes=" + Metrics.read("poolUsedBytes"));
        System.out.println("movedBytes=" + Metrics.read("movedBytes"));
        System.out.println("maxMemory=" + Runtime.getRuntime().maxMemory());
        System.out.println("evictions=" + Metrics.read("evictions"));
        spark.stop();
        System.out.println("end=ok");
    }
}
