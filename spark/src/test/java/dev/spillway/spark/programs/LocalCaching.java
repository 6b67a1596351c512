// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/** Caches RDDs and DataFrames in every supported way in local mode and prints where the blocks went. */
public final class LocalCaching {
    private static final int PARTITIONS = 4;
    private static final long PER_PARTITION = 20_000;
    private static final long EXPECTED = Data.expected(PARTITIONS * PER_PARTITION);

    private LocalCaching() {}

    public static void main(String[] args) {
        for (int context = 1; context <= 2; context++) {
            JavaSparkContext spark = new JavaSparkContext(new SparkConf());
            System.out.println("state" + context + "=" + Metrics.read("state"));
            rdd(spark, "first" + context, StorageLevel.MEMORY_ONLY());
            if (context == 1) {
                rdd(spark, "disk", StorageLevel.MEMORY_AND_DISK());
                serialized(spark);
                excludedByName(spark);
                switchedOffByJobProperty(spark);
                dataFrames(spark);
            }
            spark.stop();
        }
        System.out.println("end=ok");
    }

    private static void rdd(JavaSparkContext spark, String name, StorageLevel level) {
        long before = Metrics.storageMemoryUsed();
        long movedBefore = Metrics.read("movedBytes");
        JavaRDD<Data.Item> items = Data.items(spark, PARTITIONS, PER_PARTITION).persist(level);
        boolean right = Data.checksum(items) == EXPECTED;
        long moved = Metrics.movedBytes() - movedBefore;
        // Now the elements are read where they were moved to.
        right &= Data.checksum(items) == EXPECTED;
        System.out.println(name + ".right=" + right);
        System.out.println(name + ".moved=" + moved);
        System.out.println(name + ".blocks=" + Metrics.read("blocks"));
        System.out.println(name + ".chargedToStorage=" + (Metrics.storageMemoryUsed() - before > 1 << 20));
        items.unpersist(true);
        System.out.println(name + ".blocksAfterUnpersist=" + Metrics.read("blocks"));
        System.out.println(name + ".poolAfterUnpersist=" + Metrics.read("poolUsedBytes"));
    }

    private static void serialized(JavaSparkContext spark) {
        JavaRDD<Data.Item> items = Data.items(spark, PARTITIONS, PER_PARTITION).persist(StorageLevel.MEMORY_ONLY_SER());
        System.out.println("serialized.right=" + (Data.checksum(items) == EXPECTED && Data.checksum(items) == EXPECTED));
        System.out.println("serialized.blocks=" + Metrics.read("blocks"));
        items.unpersist(true);
    }

    private static void excludedByName(JavaSparkContext spark) {
        JavaRDD<Data.Item> items = Data.items(spark, PARTITIONS, PER_PARTITION).setName("lookup [h1]").cache();
        System.out.println("excluded.right=" + (Data.checksum(items) == EXPECTED));
        System.out.println("excluded.blocks=" + Metrics.read("blocks"));
        items.unpersist(true);
    }

    private static void switchedOffByJobProperty(JavaSparkContext spark) {
        spark.setLocalProperty("spark.spillway.secondHeap.enabled", "false");
        JavaRDD<Data.Item> items = Data.items(spark, PARTITIONS, PER_PARTITION).cache();
        System.out.println("property.right=" + (Data.checksum(items) == EXPECTED));
        System.out.println("property.blocks=" + Metrics.read("blocks"));
        items.unpersist(true);
        spark.setLocalProperty("spark.spillway.secondHeap.enabled", null);
    }

    private static void dataFrames(JavaSparkContext spark) {
        SparkSession session = SparkSession.builder().sparkContext(spark.sc()).getOrCreate();
        frame(session, "frame");
        session.conf().set("spark.spillway.secondHeap.enabled", "false");
        frame(session, "frameOff");
        session.conf().unset("spark.spillway.secondHeap.enabled");
        session.range(1000).createOrReplaceTempView("secret_table");
        session.sql("CACHE TABLE secret_table");
        System.out.println("table.blocks=" + Metrics.read("blocks"));
        session.catalog().clearCache();
    }

    private static void frame(SparkSession session, String name) {
        long movedBefore = Metrics.read("movedBytes");
        Dataset<Row> frame = session.range(0, 200_000, 1, PARTITIONS).selectExpr("id", "cast(id as string) as s").cache();
        boolean right = frame.count() == 200_000;
        long moved = Metrics.movedBytes() - movedBefore;
        right &= frame.selectExpr("sum(id)").first().getLong(0) == 200_000L * 199_999 / 2
                && frame.filter("s = '4711'").count() == 1;
        System.out.println(name + ".right=" + right);
        System.out.println(name + ".moved=" + moved);
        System.out.println(name + ".blocks=" + Metrics.read("blocks"));
        frame.unpersist(true);
    }
}
