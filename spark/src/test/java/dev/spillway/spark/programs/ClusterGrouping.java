// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.FetchFailed;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.Tuple2;

/**
 * Groups on several executors and compares with what a loop over the same pairs gives. Arguments: directory for markers, and
 * "killed" to let the first reduce task that has seen some groups end its executor, "killedReading" to kill one with SIGKILL while it
 * reads the shuffle, or "lost" to group again after the map outputs below the directory were deleted.
 */
public final class ClusterGrouping {
    private static final int SLICES = 4;
    private static final int RECORDS = 800_000;
    private static final int KEYS = 1000;

    private ClusterGrouping() {}

    public static void main(String[] args) throws Exception {
        JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Cluster.waitForExecutors(spark, 2);
        Path marker = args.length > 1 && args[1].startsWith("killed") ? Path.of(args[0]).resolve("died") : null;
        String markerName = marker == null ? null : marker.toString();
        long sum = args.length > 1 && args[1].equals("killedReading") ? sumOfDyingKeys(spark, markerName) : pairs(spark).groupByKey(2)
                .map(group -> {
                    dieOnce(markerName, group._1());
                    return sum(group._1(), group._2());
                }).reduce(Long::sum);
        System.out.println("right=" + (sum == expected()));
        System.out.println("died=" + (marker != null && Files.exists(marker)));
        if (args.length > 1 && args[1].equals("lost")) {
            groupAfterLoss(spark, Path.of(args[0]));
        }
        // One that was killed is replaced, which may take longer than the groups.
        Cluster.waitForExecutors(spark, 2);
        System.out.println("joined=" + (pairs(spark).join(pairs(spark).filter(t -> t._1() < 2).mapValues(v -> 1), 4).count()
                == 2L * (RECORDS / KEYS) * (RECORDS / KEYS)));
        System.out.println("state=" + Cluster.perExecutorOfAny(spark, "leakyBuffer.state").values());
        System.out.println("eagerSpill.state=" + Cluster.perExecutorOfAny(spark, "eagerSpill.state").values());
        System.out.println("tasks=" + Cluster.sum(Cluster.perExecutorOfAny(spark, "leakyBuffer.tasks")));
        System.out.println("spills=" + Cluster.sum(Cluster.perExecutorOfAny(spark, "leakyBuffer.spills")));
        spark.stop();
        System.out.println("end=ok");
    }

    // Half of a map output's keys have been inserted when the fatal one comes.
    private static long sumOfDyingKeys(JavaSparkContext spark, String marker) {
        return pairs(spark).mapToPair(t -> new Tuple2<>(new DyingKey(t._1(), t._1() == KEYS / 2 ? marker : null), t._2())).groupByKey(2)
                .map(group -> sum(group._1().number(), group._2())).reduce(Long::sum);
    }

    private static void groupAfterLoss(JavaSparkContext spark, Path directory) throws Exception {
        JavaRDD<Long> sums = pairs(spark).groupByKey(2).map(group -> sum(group._1(), group._2()));
        sums.reduce(Long::sum);
        AtomicInteger failures = new AtomicInteger();
        spark.sc().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                failures.addAndGet(end.reason() instanceof FetchFailed ? 1 : 0);
            }
        });
        System.out.println("deleted=" + deleteMapOutputs(directory));
        System.out.println("rightAfterLoss=" + (sums.reduce(Long::sum) == expected()));
        spark.sc().listenerBus().waitUntilEmpty();
        System.out.println("fetchFailures=" + failures.get());
    }

    private static int deleteMapOutputs(Path directory) throws IOException {
        List<Path> outputs;
        try (Stream<Path> files = Files.walk(directory)) {
            outputs = files.filter(file -> file.getFileName().toString().startsWith("shuffle_")).toList();
        }
        for (Path output : outputs) {
            Files.delete(output);
        }
        return outputs.size();
    }

    static JavaPairRDD<Integer, String> pairs(JavaSparkContext spark) {
        return spark.parallelize(Arrays.asList(IntStream.range(0, SLICES).boxed().toArray(Integer[]::new)), SLICES)
                .flatMapToPair(slice -> IntStream.range(0, RECORDS / SLICES)
                        .mapToObj(i -> new Tuple2<>(i % KEYS, value(slice, i))).iterator());
    }

    private static String value(int slice, int i) {
        return "value " + slice + "/" + i;
    }

    // In the middle of a leaky read: half of the task's groups are still bytes.
    private static void dieOnce(String marker, int key) throws Exception {
        if (marker != null && key == KEYS / 2 && !Files.exists(Path.of(marker))) {
            Files.createFile(Path.of(marker));
            Runtime.getRuntime().halt(137);
        }
    }

    static long sum(int key, Iterable<String> values) {
        long sum = 0;
        for (String value : values) {
            sum += value.hashCode();
        }
        return sum * 31 + key;
    }

    static long expected() {
        long sum = (long) KEYS * (KEYS - 1) / 2;
        for (int slice = 0; slice < SLICES; slice++) {
            for (int i = 0; i < RECORDS / SLICES; i++) {
                sum += value(slice, i).hashCode() * 31L;
            }
        }
        return sum;
    }
}
