// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Groups in a SparkContext that has the leaky buffer off, and then in one of the same JVM that has it on. */
public final class GroupingTwice {
    private static final int RECORDS = 1000;

    private GroupingTwice() {}

    public static void main(String[] args) {
        group(false);
        group(true);
    }

    private static void group(boolean on) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().set("spark.spillway.leakyBuffer.enabled", Boolean.toString(on)))) {
            long sum = spark.parallelize(IntStream.range(0, RECORDS).boxed().toList(), 2)
                    .mapToPair(i -> new Tuple2<>(i % 10, (long) i)).groupByKey(2)
                    .map(group -> {
                        long values = 0;
                        for (long value : group._2()) {
                            values += value * group._1();
                        }
                        return values;
                    }).reduce(Long::sum);
            System.out.println(on + ".right=" + (sum == IntStream.range(0, RECORDS).mapToLong(i -> (long) i * (i % 10)).sum()));
            System.out.println(on + ".state=" + Metrics.readOr("leakyBuffer.state", -2));
            System.out.println(on + ".tasks=" + Metrics.readOr("leakyBuffer.tasks", 0));
        }
    }
}
