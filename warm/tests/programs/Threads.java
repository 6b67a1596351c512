// SPDX-License-Identifier: Apache-2.0
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Threads of a run, what they hold and what they leave. */
public class Threads {
    static Thread daemon(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }

    public static class Names {
        public static void main(String[] args) throws Exception {
            System.out.println(new Thread().getName() + " " + new Thread().getName() + " " + Thread.currentThread().getName());
            for (int i = 0; i < 2; i++) {
                try (var pool = Executors.newFixedThreadPool(1)) {
                    System.out.println(pool.submit(() -> Thread.currentThread().getName()).get());
                }
                try (ForkJoinPool pool = new ForkJoinPool(1)) {
                    System.out.println(pool.submit(() -> Thread.currentThread().getName()).get());
                }
            }
            Timer timer = new Timer();
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    System.out.println(Thread.currentThread().getName());
                    timer.cancel();
                }
            }, 1);
        }
    }

    /** What threads have of their own, and what those have that they start. */
    public static class Locals {
        static final ThreadLocal<List<String>> LOCAL = ThreadLocal.withInitial(ArrayList::new);
        static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

        public static void main(String[] args) throws Exception {
            LOCAL.get().add("x");
            System.out.println(LOCAL.get() + " " + INHERITED.get());
            INHERITED.set("main's");
            Thread other = new Thread(() -> System.out.println(LOCAL.get() + " " + INHERITED.get()));
            other.start();
            other.join();
            Thread.currentThread().setName("renamed");
            Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
            Thread.currentThread().setContextClassLoader(null);
            Thread.currentThread().setUncaughtExceptionHandler((t, e) -> System.out.println("main's own"));
        }
    }

    /** Ends while a daemon holds locks that the next run wants. */
    public static class Locks {
        static final ReentrantLock LOCK = new ReentrantLock();

        public static void main(String[] args) throws Exception {
            CountDownLatch held = new CountDownLatch(1);
            synchronized ("literal") {
                synchronized (Locks.class) {
                    System.out.println("free " + LOCK.tryLock());
                    LOCK.unlock();
                }
            }
            synchronized (Runtime.getRuntime()) {
                System.out.println("the runtime's, too");
            }
            daemon(() -> {
                synchronized ("literal") {
                    synchronized (Locks.class) {
                        synchronized (Runtime.class) {
                            LOCK.lock();
                            held.countDown();
                            sleep(1_000_000);
                        }
                    }
                }
            });
            held.await();
        }
    }

    public static class Timeouts {
        public static void main(String[] args) throws Exception {
            try {
                new CompletableFuture<String>().orTimeout(10, TimeUnit.MILLISECONDS).get();
            } catch (ExecutionException e) {
                System.out.println(e.getCause());
            }
            System.out.println(new CompletableFuture<String>().completeOnTimeout("late", 5, TimeUnit.MILLISECONDS).get());
            ScheduledExecutorService scheduled = Executors.newSingleThreadScheduledExecutor();
            System.out.println(scheduled.schedule(() -> "scheduled", 5, TimeUnit.MILLISECONDS).get());
            scheduled.shutdown();
            CompletableFuture.delayedExecutor(1_000_000, TimeUnit.MILLISECONDS).execute(() -> System.out.println("never"));
        }
    }

    public static class Parallel {
        static int added = 5;

        public static void main(String[] args) {
            ClassLoader own = Parallel.class.getClassLoader();
            System.out.println(IntStream.range(0, 100_000).parallel().map(i -> i % 7 + added).sum());
            System.out.println(IntStream.range(0, 1000).parallel()
                    .mapToObj(i -> Thread.currentThread().getContextClassLoader()).allMatch(loader -> loader == own));
            added = 6;
        }
    }

    /** Speaks after the run has ended, if nobody ends it. */
    public static class Speaks {
        public static void main(String[] args) throws Exception {
            PrintStream file = new PrintStream(new FileOutputStream("spoken"), true);
            CountDownLatch started = new CountDownLatch(2);
            daemon(() -> {
                started.countDown();
                sleep(150);
                System.out.println("speaks");
                System.err.println("speaks");
                file.println("speaks");
            });
            Timer timer = new Timer(true);
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    started.countDown();
                    sleep(150);
                    System.out.println("ticks");
                }
            }, 0, 150);
            started.await();
            System.out.println("ends");
        }
    }

    /** Ends beside threads that wait in native code or catch everything. */
    public static class Stubborn {
        static volatile int turns;

        public static void main(String[] args) throws Exception {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            CountDownLatch started = new CountDownLatch(2);
            daemon(() -> {
                started.countDown();
                try {
                    socket.accept();
                    System.out.println("accepted");
                } catch (Throwable e) {
                    System.out.println("accept: " + e);
                }
            });
            daemon(() -> {
                started.countDown();
                for (;;) {
                    try {
                        for (;;) {
                            turns++;
                        }
                    } catch (Throwable e) {
                        System.out.println("caught " + e);
                    } finally {
                        System.out.println("finally");
                    }
                }
            });
            started.await();
            sleep(20);
            System.out.println("ends");
            if (args.length > 0) {
                System.exit(4);
            }
        }
    }

    /** Ends beside a thread in a loop that compiled code runs for seconds without asking whether it should stop. */
    public static class Counts {
        static volatile int counted;

        public static void main(String[] args) {
            daemon(() -> {
                for (int turn = 0; ; turn++) {
                    counted = count(turn);
                }
            });
            while (counted == 0) {
                sleep(1);
            }
            System.out.println("ends");
            System.exit(4);
        }

        static int count(int seed) {
            long sum = seed;
            for (int i = 0; i < Integer.MAX_VALUE; i++) {
                sum += i ^ sum;
            }
            return (int) sum | 1;
        }
    }

    public static class Handlers {
        public static void main(String[] args) throws Exception {
            Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("default " + e));
            Thread one = new Thread(() -> {
                throw new IllegalStateException("one");
            });
            Thread two = new Thread(() -> {
                throw new IllegalStateException("two");
            });
            two.setUncaughtExceptionHandler((thread, e) -> System.out.println("own " + e));
            one.start();
            one.join();
            two.start();
            two.join();
            throw new IllegalStateException("main");
        }
    }

    /** Exits while one thread is in a call of the JDK that takes seconds and another one writes the time to a file. */
    public static class LongCall {
        public static void main(String[] args) throws Exception {
            start("long", () -> java.math.BigInteger.ONE.shiftLeft(200_000_000).subtract(java.math.BigInteger.TWO).pow(2));
            start("ticks", LongCall::tick);
            Thread.sleep(500);
            java.nio.file.Files.writeString(java.nio.file.Path.of("exit"), Long.toString(System.nanoTime()));
            System.exit(3);
        }

        private static void start(String name, Runnable task) {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
        }

        private static void tick() {
            try (java.io.FileWriter file = new java.io.FileWriter("ticks")) {
                for (;;) {
                    file.write(System.nanoTime() + "\n");
                    file.flush();
                    Thread.sleep(1);
                }
            } catch (java.io.IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Ends while many threads are busy in the JDK, with locks of it, too. */
    public static class Busy {
        private static final java.util.Map<String, String> SHARED = java.util.Collections.synchronizedMap(new java.util.HashMap<>());

        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 4; i++) {
                int number = i;
                Thread thread = new Thread(() -> work(number));
                thread.setDaemon(true);
                thread.start();
            }
            Thread.sleep(300);
            System.out.println("ends");
        }

        private static void work(int number) {
            for (long n = 0;; n++) {
                String text = String.format("%d-%05d", number, n % 1000).replaceAll("[0-4]+", "x");
                SHARED.merge(text, text, (a, b) -> a.length() > 1000 ? a.substring(0, 5) : a + b.charAt(0));
            }
        }
    }
}
