// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * A stage that spills onto a disk that somebody else has filled up meanwhile, and the same job again when there is room. Prints what became of
 * both, what the failed one left behind, and what the right result is. Arguments: {@code group} or {@code sort}, the directory of
 * spark.local.dir, which is a file system of its own.
 */
public final class FullDisk {
    private static final int SLICES = 2;
    private static final int PER_SLICE = 60_000;
    private static final int KEYS = 20_000;
    // The stage that spills reads this many of its keys before the disk is full.
    private static final int FULL_AT = PER_SLICE / 2;
    // With it a task has several times the memory it gets.
    private static final String LONG = "-".repeat(200);
    private static final AtomicBoolean FILLS = new AtomicBoolean(true);

    private FullDisk() {}

    public static void main(String[] args) {
        Path disk = Path.of(args[1]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaPairRDD<Key, String> pairs = spark.parallelize(Arrays.asList(IntStream.range(0, SLICES).boxed().toArray(Integer[]::new)), SLICES)
                    .flatMapToPair(slice -> IntStream.range(0, PER_SLICE)
                            .mapToObj(i -> new Tuple2<>(new Key(i % KEYS, i == FULL_AT ? args[1] : null), "value " + slice + " " + i + LONG)).iterator());
            JavaPairRDD<Key, Integer> counts = args[0].equals("group") ? pairs.groupByKey(SLICES).mapValues(FullDisk::count)
                    : pairs.repartitionAndSortWithinPartitions(new org.apache.spark.HashPartitioner(SLICES), new Key.Order()).mapValues(value -> 1);
            try {
                System.out.println("full=" + summed(counts));
            } catch (Exception e) {
                System.out.println("full=" + (e instanceof SparkException && String.valueOf(e.getMessage()).contains("No space left on device")));
            }
            waitForTasks(spark);
            System.out.println("left=" + spillFiles(disk));
            System.out.println("memory=" + SparkEnv.get().memoryManager().executionMemoryUsed());
            Files.delete(filler(disk));
            System.out.println("roomy=" + summed(counts));
            for (String metric : new String[] {"leakyBuffer.tasks", "leakyBuffer.spills", "eagerSpill.spills.ExternalSorter"}) {
                System.out.println(metric + "=" + Metrics.readOr(metric, 0));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.out.println("end=ok");
    }

    /** The job ends with the first task that fails; the other one may still run. */
    private static void waitForTasks(JavaSparkContext spark) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (System.nanoTime() < end && Arrays.stream(spark.sc().statusTracker().getExecutorInfos()).anyMatch(executor -> executor.numRunningTasks() > 0)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private static int count(Iterable<String> values) {
        int count = 0;
        for (String value : values) {
            count += value.isEmpty() ? 0 : 1;
        }
        return count;
    }

    private static String summed(JavaPairRDD<Key, Integer> counts) {
        long[] sums = counts.aggregate(new long[2],
                (sum, pair) -> new long[] {sum[0] + (long) pair._1().number() * pair._2(), sum[1] + pair._2()},
                (a, b) -> new long[] {a[0] + b[0], a[1] + b[1]});
        return sums[0] + "/" + sums[1];
    }

    /** What {@link #main} prints for a job that has its room. */
    public static String right() {
        long keys = IntStream.range(0, PER_SLICE).mapToLong(i -> i % KEYS).sum() * SLICES;
        return keys + "/" + PER_SLICE * SLICES;
    }

    private static Path filler(Path disk) {
        return disk.resolve("somebody-elses");
    }

    private static List<String> spillFiles(Path disk) throws IOException {
        try (Stream<Path> files = Files.walk(disk)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("temp_")).toList();
        }
    }

    private static void fill(Path disk) {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filler(disk))) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            // That is what it is for.
        }
    }

    /** A key; reading one of them back in the stage that spills fills the disk, once. */
    static final class Key implements KryoSerializable {
        private int number;
        private String disk;

        Key(int number, String disk) {
            this.number = number;
            this.disk = disk;
        }

        int number() {
            return number;
        }

        @Override
        public void write(Kryo kryo, Output output) {
            output.writeInt(number);
            output.writeString(disk);
        }

        @Override
        public void read(Kryo kryo, Input input) {
            number = input.readInt();
            disk = input.readString();
            if (disk != null && FILLS.getAndSet(false)) {
                fill(Path.of(disk));
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        /** By number. */
        static final class Order implements java.util.Comparator<Key>, java.io.Serializable {
            private static final long serialVersionUID = 1;

            @Override
            public int compare(Key a, Key b) {
                return Integer.compare(a.number, b.number);
            }
        }
    }
}
