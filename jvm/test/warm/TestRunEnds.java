// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A run ends as a VM does: exit from any thread, hooks, files to delete, and threads that run none of their handlers
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=300 TestRunEnds some
 */

/*
 * @test
 * @key soak
 * @summary A run ends as a VM does, in all modes
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=1200 TestRunEnds all
 */
import h2test.WarmRuns;
import java.io.File;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.net.ServerSocket;
import java.nio.channels.Selector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

public class TestRunEnds {
    // The last one does not leave a file.
    private static final int RUNS = 7;
    private static final int CODE = 40;

    public static void main(String[] args) {
        new WarmRuns(Program.class, RUNS).test(args[0],
                runs -> {
                    runs.sameAsCold("-XX:+UseSerialGC");
                    runs.sameAsCold("-XX:+UseParallelGC", "-XX:TieredStopAtLevel=1");
                },
                runs -> {
                    runs.sameAsCold("-XX:+UseSerialGC", "-Xint");
                    runs.sameAsCold("-XX:+UseSerialGC", "-Xcomp");
                    runs.sameAsCold("-XX:+UseSerialGC", "-Xcomp", "-XX:-TieredCompilation");
                    runs.sameAsCold("-XX:+UseParallelGC", "-Xcomp", "-XX:TieredStopAtLevel=1");
                    runs.sameAsCold("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders");
                });
        new WarmRuns(Exits.class, 3).warm("-XX:+UseSerialGC").exits(CODE + 2);
        new WarmRuns(Throws.class, 2).warm("-XX:+UseSerialGC").exits(1).has("thrown in run 1").has("uncaught");
    }

    static class Exits {
        public static void main(String[] args) {
            // An exit status has eight bits.
            System.exit(256 + CODE + Integer.parseInt(args[0]));
        }
    }

    static class Throws {
        public static void main(String[] args) {
            Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("uncaught: " + e.getMessage()));
            throw new IllegalStateException("thrown in run " + args[0]);
        }
    }

    /** Leaves a thread in each of the places where threads wait; ends in one of four ways. */
    static class Program {
        static final Object MONITOR = new Object();
        static final ReentrantLock LOCK = new ReentrantLock();
        static final CountDownLatch STARTED = new CountDownLatch(9);
        static final Cleaner CLEANER = Cleaner.create();
        static int depth = Integer.parseInt("20");
        static volatile int turns;

        public static void main(String[] args) throws Exception {
            int run = Integer.parseInt(args[0]);
            File left = new File("left");
            System.out.println("run " + run + (left.exists() ? " finds a file" : ""));
            left.createNewFile();
            left.deleteOnExit();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of run " + run)));
            // Its thread must not run this in a later run.
            CLEANER.register(Program.class, () -> System.out.println("cleaned in run " + run));
            startAll();
            STARTED.await();
            end(run % 4);
        }

        static void end(int way) throws InterruptedException {
            switch (way) {
                case 0 -> System.out.println("returns");
                case 1 -> nested(depth, () -> System.exit(0));
                case 2 -> {
                    Thread other = new Thread(() -> nested(depth, () -> System.exit(0)));
                    other.start();
                    nested(depth, () -> join(other));
                }
                default -> {
                    // The file stays, so the next run finds it, as it would in a VM of its own.
                    System.out.println("halts");
                    nested(depth, () -> Runtime.getRuntime().halt(0));
                }
            }
        }

        static void startAll() throws IOException {
            start("sleeps", () -> Thread.sleep(Long.MAX_VALUE));
            start("waits", () -> {
                synchronized (MONITOR) {
                    MONITOR.wait();
                }
            });
            start("takes", () -> new LinkedBlockingQueue<String>().take());
            start("selects", () -> Selector.open().select());
            ServerSocket socket = new ServerSocket(0);
            start("accepts", socket::accept);
            start("holds a lock", () -> {
                LOCK.lock();
                Thread.sleep(Long.MAX_VALUE);
            });
            start("waits for a lock", () -> {
                while (!LOCK.isLocked()) {
                    Thread.onSpinWait();
                }
                LOCK.lock();
            });
            start("turns", () -> {
                for (;;) {
                    turns++;
                }
            });
            ExecutorService pool = Executors.newFixedThreadPool(2, task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                return thread;
            });
            pool.execute(STARTED::countDown);
        }

        interface Body {
            void run() throws Exception;
        }

        // Handlers of all kinds on each level, in frames that may be compiled and inlined.
        static void start(String what, Body body) {
            Thread thread = new Thread(() -> {
                STARTED.countDown();
                nested(depth, body);
            }, what);
            thread.setUncaughtExceptionHandler((t, e) -> System.out.println("uncaught in " + what));
            thread.setDaemon(true);
            thread.start();
        }

        static void nested(int level, Body body) {
            Object lock = new Object();
            try {
                synchronized (lock) {
                    if (level > 0) {
                        nested(level - 1, body);
                    } else {
                        body.run();
                    }
                }
            } catch (Throwable any) {
                System.out.println("caught " + any);
            } finally {
                System.out.println("finally on level " + level);
            }
        }

        static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }
}
