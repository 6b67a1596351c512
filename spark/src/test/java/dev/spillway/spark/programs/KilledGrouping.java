// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Cancels a job in the middle of a group, in one JVM; prints how many values of the group were decoded all the same. */
public final class KilledGrouping {
    private static final int VALUES = 200_000;
    private static final int KILLED_AT = 1000;
    private static final AtomicInteger DECODED = new AtomicInteger();
    private static final CountDownLatch REACHED = new CountDownLatch(1);

    private KilledGrouping() {}

    public static void main(String[] args) throws Exception {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaFutureAction<Long> job = spark.parallelize(Arrays.asList(0, 1), 2)
                    .flatMapToPair(slice -> IntStream.range(0, VALUES / 2).mapToObj(i -> new Tuple2<>("k", new Noted())).iterator())
                    .groupByKey(1).countAsync();
            REACHED.await();
            job.cancel(false);
            System.out.println("cancelled=" + isCancelled(job));
            // Gives the task the time to go on decoding, if it does.
            while (spark.sc().statusTracker().getExecutorInfos()[0].numRunningTasks() > 0) {
                Thread.sleep(100);
            }
            System.out.println("decoded=" + DECODED.get());
        }
        System.out.println("end=ok");
    }

    private static boolean isCancelled(JavaFutureAction<Long> job) throws Exception {
        try {
            job.get();
            return false;
        } catch (CancellationException e) {
            return true;
        } catch (java.util.concurrent.ExecutionException e) {
            return e.getCause() instanceof SparkException;
        }
    }

    /** A value that notes that it is decoded, and at one place waits until its task is killed. */
    public static final class Noted implements KryoSerializable {
        @Override
        public void write(Kryo kryo, Output output) {
            output.writeByte(1);
        }

        @Override
        public void read(Kryo kryo, Input input) {
            input.readByte();
            if (DECODED.incrementAndGet() == KILLED_AT) {
                REACHED.countDown();
                while (!TaskContext.get().isInterrupted()) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
