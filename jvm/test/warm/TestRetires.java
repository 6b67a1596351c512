// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What a run leaves behind retires the server with the reason
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=300 TestRetires
 */
import h2test.WarmRuns;
import java.util.concurrent.CountDownLatch;

public class TestRetires {
    private static final int RETIRED = 3;

    public static void main(String[] args) {
        WarmRuns.warm(LeavesHook.class, 2, "-XX:+UseSerialGC").exits(RETIRED).has("retired after run 0: still reachable: 1 of Test");
        WarmRuns.warm(LeavesDaemon.class, 2, "-XX:+UseSerialGC").exits(RETIRED)
                .has("retired after run 0: the program's thread \"left\" is still running");
        WarmRuns.warm(LeavesParkedVirtualThread.class, 2, "-XX:+UseSerialGC").exits(RETIRED).has("retired after run 0");
    }

    static class LeavesHook {
        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread() {});
        }
    }

    static class LeavesDaemon {
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch started = new CountDownLatch(1);
            Thread left = new Thread(() -> {
                started.countDown();
                sleep();
            }, "left");
            left.setDaemon(true);
            left.start();
            started.await();
        }
    }

    static class LeavesParkedVirtualThread {
        static Thread left;

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch started = new CountDownLatch(1);
            left = Thread.ofVirtual().start(() -> {
                started.countDown();
                sleep();
            });
            started.await();
        }
    }

    static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException ended) {
            // ends
        }
    }
}
