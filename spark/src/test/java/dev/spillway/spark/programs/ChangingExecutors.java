// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.FetchFailed;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilled;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * Groups while executors change. Argument: "moves" (a slow task runs a second time on another executor,
 * then an executor is decommissioned) or "idle" (all executors end and new ones come).
 */
public final class ChangingExecutors {
    private static final int PARTITIONS = 4;
    // In the middle of the groups of the last partition.
    private static final int SLOW_KEY = 499;

    private ChangingExecutors() {}

    public static void main(String[] args) throws Exception {
        JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Cluster.waitForExecutors(spark, 2);
        System.out.println("state=" + Cluster.perExecutorOfAny(spark, "leakyBuffer.state").values());
        Events events = new Events();
        spark.sc().addSparkListener(events);
        JavaRDD<Long> sums = sums(spark, args[0].equals("moves"));
        System.out.println("right=" + isRight(sums));
        if (args[0].equals("moves")) {
            // The job ends with the copy; the task it is a copy of is only about to be killed then.
            events.waitForKilled();
        }
        System.out.println("killed=" + events.killed.get());
        System.out.println("tasks=" + Cluster.sum(Cluster.perExecutorOfAny(spark, "leakyBuffer.tasks")));
        if (args[0].equals("moves")) {
            decommissionOne(spark);
            events.waitForRemoved(1);
        } else {
            events.waitForRemoved(2);
        }
        System.out.println("rightAgain=" + isRight(sums));
        System.out.println("stateAgain=" + Cluster.perExecutorOfAny(spark, "leakyBuffer.state").values());
        spark.sc().listenerBus().waitUntilEmpty();
        System.out.println("fetchFailures=" + events.fetchFailures.get());
        spark.stop();
        System.out.println("end=ok");
    }

    private static JavaRDD<Long> sums(JavaSparkContext spark, boolean slow) {
        return ClusterGrouping.pairs(spark).groupByKey(PARTITIONS).map(group -> {
            // A copy of a task that runs elsewhere has the next number.
            if (slow && group._1() == SLOW_KEY && TaskContext.get().attemptNumber() == 0) {
                Thread.sleep(60_000);
            }
            return ClusterGrouping.sum(group._1(), group._2());
        });
    }

    private static boolean isRight(JavaRDD<Long> sums) {
        return sums.reduce(Long::sum) == ClusterGrouping.expected();
    }

    /** As a cluster manager does it that takes a machine away: by the signal. */
    private static void decommissionOne(JavaSparkContext spark) {
        spark.parallelize(java.util.List.of(1), 1).foreach(i -> signal("PWR", ProcessHandle.current().pid()));
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        if (new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor() != 0) {
            throw new IOException("no signal " + name + " to " + pid);
        }
    }

    private static final class Events extends SparkListener {
        private final AtomicInteger killed = new AtomicInteger();
        private final AtomicInteger fetchFailures = new AtomicInteger();
        private final AtomicInteger removed = new AtomicInteger();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            killed.addAndGet(end.reason() instanceof TaskKilled ? 1 : 0);
            fetchFailures.addAndGet(end.reason() instanceof FetchFailed ? 1 : 0);
        }

        @Override
        public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
            System.out.println("removed " + event.executorId() + ": " + event.reason());
            removed.incrementAndGet();
        }

        private void waitForKilled() throws InterruptedException {
            for (int i = 0; i < 240 && killed.get() == 0; i++) {
                Thread.sleep(250);
            }
        }

        private void waitForRemoved(int count) throws InterruptedException {
            for (int i = 0; i < 240 && removed.get() < count; i++) {
                Thread.sleep(250);
            }
            System.out.println("removed=" + removed.get());
        }
    }
}
