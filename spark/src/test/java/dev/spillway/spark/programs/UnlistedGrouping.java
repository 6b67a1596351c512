// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Groups what Java's serializer writes: strings; strings and, at the end, a number that the leaky buffer does not encode again; keys of that kind. Subtracts strings. */
public final class UnlistedGrouping {
    private static final int RECORDS = 200_000;
    private static final int KEYS = 100;

    private UnlistedGrouping() {}

    public static void main(String[] args) throws IOException {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            System.out.println("right=" + isRight(pairs(spark, i -> key(i), i -> text(i)))
                    + " " + isRight(pairs(spark, i -> key(i), i -> i < RECORDS - 10 ? text(i) : new BigDecimal(text(i))))
                    + " " + isRight(pairs(spark, i -> new BigDecimal(key(i)), i -> text(i)))
                    + " " + isSubtracted(pairs(spark, i -> key(i), i -> text(i))));
            for (String metric : new String[] {"tasks", "stockTasks"}) {
                System.out.println("leaky." + metric + "=" + Metrics.readOr("leakyBuffer." + metric, -1));
            }
            System.out.println("files=" + spillFiles());
        }
        System.out.println("end=ok");
    }

    private interface Of<T> extends java.io.Serializable {
        T apply(int i);
    }

    private static int key(int i) {
        return i % KEYS;
    }

    private static String text(int i) {
        return Integer.toString(1_000_000 + i);
    }

    private static JavaPairRDD<Object, Object> pairs(JavaSparkContext spark, Of<Object> key, Of<Object> value) {
        return spark.parallelize(Arrays.asList(0), 1)
                .flatMapToPair(slice -> IntStream.range(0, RECORDS).mapToObj(i -> new Tuple2<>(key.apply(i), value.apply(i))).iterator());
    }

    private static boolean isRight(JavaPairRDD<Object, Object> pairs) {
        long sum = pairs.groupByKey(2).map(group -> {
            long values = 0;
            for (Object value : group._2()) {
                values += Long.parseLong(value.toString());
            }
            return values * (1 + Long.parseLong(group._1().toString()));
        }).reduce(Long::sum);
        return sum == IntStream.range(0, RECORDS).mapToLong(i -> (1_000_000L + i) * (1 + key(i))).sum();
    }

    private static boolean isSubtracted(JavaPairRDD<Object, Object> pairs) {
        long sum = pairs.subtractByKey(pairs.filter(pair -> (int) pair._1() < KEYS / 2), 2)
                .map(pair -> Long.parseLong(pair._2().toString())).reduce(Long::sum);
        return sum == IntStream.range(0, RECORDS).filter(i -> key(i) >= KEYS / 2).mapToLong(i -> 1_000_000L + i).sum();
    }

    // Those of shuffles have names of their own.
    private static List<String> spillFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(SparkEnv.get().blockManager().diskBlockManager().localDirs()[0].getPath()))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("temp_")).toList();
        }
    }
}
