// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Groups, then reads the number of leaky tasks as a monitoring system would: from Spark's JMX sink and from its Prometheus servlet. */
public final class MetricSinks {
    private static final String METRIC = "leakyBuffer.tasks";

    private MetricSinks() {}

    public static void main(String[] args) throws Exception {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            System.out.println("groups=" + spark.parallelize(IntStream.range(0, 1000).boxed().toList(), 2)
                    .mapToPair(i -> new Tuple2<>(i % 10, i)).groupByKey(3).count());
            System.out.println("jmx=" + fromJmx());
            System.out.println("prometheus=" + fromPrometheus(spark.sc().uiWebUrl().get()));
        }
    }

    private static Object fromJmx() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : beans.queryNames(new ObjectName("metrics:*"), null)) {
            if (name.getKeyProperty("name").endsWith(METRIC)) {
                return beans.getAttribute(name, "Count");
            }
        }
        return "not there";
    }

    // One line for each metric, such as metrics_..._leakyBuffer_tasks_Count{type="counters"} 3
    private static String fromPrometheus(String ui) throws Exception {
        return Arrays.stream(Http.page(ui + "/metrics/prometheus/").split("(?= metrics_)"))
                .filter(line -> line.contains(METRIC.replace('.', '_') + "_Count"))
                .map(line -> line.strip().replaceAll(".* ", ""))
                .findFirst().orElse("not there");
    }
}
