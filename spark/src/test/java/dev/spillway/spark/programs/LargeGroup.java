// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** One key whose values are more bytes than an array can have; prints how many there are and a sum that each byte is part of. */
public final class LargeGroup {
    private static final int VALUES = 24_000;
    private static final int BYTES = 100_000;

    private LargeGroup() {}

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            System.out.println("read=" + spark.parallelize(Arrays.asList(0, 1), 2)
                    .flatMapToPair(slice -> IntStream.range(slice * VALUES / 2, (slice + 1) * VALUES / 2)
                            .mapToObj(i -> new Tuple2<>("the key", value(i))).iterator())
                    .groupByKey(1).mapValues(LargeGroup::read).collect());
            System.out.println("tasks=" + Metrics.readOr("leakyBuffer.tasks", 0));
            System.out.println("spills=" + Metrics.readOr("leakyBuffer.spills", 0));
        }
    }

    // No two values have the same bytes, and a compressor makes little of them all.
    private static byte[] value(int number) {
        byte[] bytes = new byte[BYTES];
        Arrays.fill(bytes, (byte) number);
        bytes[number % BYTES] = (byte) (number >> 8);
        return bytes;
    }

    private static String read(Iterable<byte[]> values) {
        long bytes = 0;
        long sum = 0;
        for (byte[] value : values) {
            bytes += value.length;
            sum += Arrays.hashCode(value);
        }
        return bytes + " " + sum;
    }

    /** What the program prints if nothing is lost. */
    public static String right() {
        long sum = IntStream.range(0, VALUES).mapToLong(i -> Arrays.hashCode(value(i))).sum();
        return "[(the key," + (long) VALUES * BYTES + " " + sum + ")]";
    }
}
