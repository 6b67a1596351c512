// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Groups, sorts and reduces pairs, then fetches the plug-in's tab from its own UI, and prints it. Arguments: records,
 * partitions, and what the page has at last, if not a cell with the number of records, which are the values that are grouped.
 */
public final class TabPage {
    private static final int SLICES = 4;
    private static final long PATIENCE_MILLIS = 20_000;

    private TabPage() {}

    public static void main(String[] args) throws Exception {
        int records = Integer.parseInt(args[0]);
        int partitions = Integer.parseInt(args[1]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            if (spark.master().startsWith("local-cluster")) {
                Cluster.waitForExecutors(spark, 2);
            }
            JavaPairRDD<String, String> pairs = pairs(spark, records);
            System.out.println("groups=" + pairs.groupByKey(partitions).count());
            System.out.println("sorted=" + pairs.sortByKey(true, partitions).count());
            // One of its inputs needs no shuffle, so Spark reads the other one its own way, too.
            System.out.println("cogrouped=" + pairs.partitionBy(new HashPartitioner(partitions)).cogroup(pairs, partitions).count());
            System.out.println("reduced=" + pairs.reduceByKey((a, b) -> a, partitions).count());
            for (String metric : new String[] {"values", "valueBytes", "spills", "stockTasks"}) {
                System.out.println("leaky." + metric + "=" + Metrics.readOr("leakyBuffer." + metric, -1));
            }
            // Listeners run behind the tasks.
            spark.sc().listenerBus().waitUntilEmpty();
            for (String metric : new String[] {"ended", "bytesRead", "runMillis", "gcMillis", "fetchWaitMillis", "fetchMillis", "diskBytesSpilled", "dmr", "largestDmr"}) {
                System.out.println("tasks." + metric + "=" + Metrics.readOr("tasks." + metric, -2));
            }
            System.out.println("application=" + spark.sc().applicationId());
            System.out.println("page=" + pageWith(spark, args.length > 2 ? args[2] : "<td>" + String.format(Locale.ROOT, "%,d", records) + "</td>"));
        }
        System.out.println("end=ok");
    }

    private static JavaPairRDD<String, String> pairs(JavaSparkContext spark, int records) {
        return spark.parallelize(Arrays.asList(IntStream.range(0, SLICES).boxed().toArray(Integer[]::new)), SLICES)
                .flatMapToPair(slice -> IntStream.range(0, records / SLICES)
                        .mapToObj(i -> new Tuple2<>("key " + i % 1000, "value " + slice + " " + i)).iterator());
    }

    private static String pageWith(JavaSparkContext spark, String wanted) throws Exception {
        String url = spark.sc().uiWebUrl().get() + "/spillway/";
        long began = System.currentTimeMillis();
        String page = Http.page(url);
        while (!page.contains(wanted) && System.currentTimeMillis() - began < PATIENCE_MILLIS) {
            Thread.sleep(200);
            page = Http.page(url);
        }
        return page;
    }
}
