// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Groups and sorts, then reads metrics as a monitoring system would: from Spark's JMX sink and from its Prometheus servlet. */
public final class MetricSinks {
    /** One that is there from the start and one that the first spill makes. */
    public static final List<String> METRICS = List.of("leakyBuffer.tasks", "eagerSpill.spills.ExternalSorter");

    private MetricSinks() {}

    public static void main(String[] args) throws Exception {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaPairRDD<Integer, Integer> pairs = spark.parallelize(IntStream.range(0, 100_000).boxed().toList(), 2)
                    .mapToPair(i -> new Tuple2<>(i * 31 % 9973, i));
            System.out.println("groups=" + pairs.groupByKey(3).count() + " sorted=" + pairs.sortByKey(true, 2).count());
            for (String metric : METRICS) {
                System.out.println("own." + metric + "=" + Metrics.readOr(metric, -1));
                System.out.println("jmx." + metric + "=" + fromJmx(metric));
                System.out.println("prometheus." + metric + "=" + fromPrometheus(metric, spark.sc().uiWebUrl().get()));
            }
        }
    }

    private static Object fromJmx(String metric) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : beans.queryNames(new ObjectName("metrics:*"), null)) {
            if (name.getKeyProperty("name").endsWith(metric)) {
                return beans.getAttribute(name, "Count");
            }
        }
        return "not there";
    }

    // One line for each metric, such as metrics_..._leakyBuffer_tasks_Count{type="counters"} 3
    private static String fromPrometheus(String metric, String ui) throws Exception {
        return Arrays.stream(Http.page(ui + "/metrics/prometheus/").split("(?= metrics_)"))
                .filter(line -> line.contains(metric.replace('.', '_') + "_Count"))
                .map(line -> line.strip().replaceAll(".* ", ""))
                .findFirst().orElse("not there");
    }
}
