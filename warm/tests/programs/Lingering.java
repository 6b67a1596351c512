// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;

/** Threads that are in the middle of something when the program ends, and what threads are called. */
public class Lingering {
    static final Object LOCK = new Object();
    static volatile long turns;

    static class Endless {
        static final int VALUE = sleep();
    }

    // What comes after it must not be said.
    static int sleep() {
        try {
            Thread.sleep(1_000_000);
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        } finally {
            System.out.println("finally");
        }
        return 1;
    }

    static void spin() {
        for (;;) {
            turns++;
        }
    }

    static void lock() {
        synchronized (LOCK) {
            System.out.println("has the lock");
        }
    }

    /** A virtual thread that sleeps, runs, waits for a monitor, or is pinned by an initialiser; a second argument is the exit code. */
    public static class Virtual {
        public static void main(String[] args) throws Exception {
            CountDownLatch locked = new CountDownLatch(1);
            Thread holder = new Thread(() -> {
                synchronized (LOCK) {
                    locked.countDown();
                    sleep();
                }
            });
            holder.setDaemon(true);
            holder.start();
            locked.await();
            Thread left = Thread.startVirtualThread(switch (args[0]) {
                case "sleeps" -> Lingering::sleep;
                case "runs" -> Lingering::spin;
                case "blocks" -> Lingering::lock;
                case "pinned" -> () -> System.out.println(Endless.VALUE);
                default -> throw new IllegalArgumentException(args[0]);
            });
            Thread.State wanted = switch (args[0]) {
                case "runs" -> Thread.State.RUNNABLE;
                case "blocks" -> Thread.State.BLOCKED;
                default -> Thread.State.TIMED_WAITING;
            };
            while (left.getState() != wanted || (wanted == Thread.State.RUNNABLE && turns == 0)) {
                Thread.sleep(1);
            }
            System.out.println("ends");
            if (args.length > 1) {
                System.exit(Integer.parseInt(args[1]));
            }
        }
    }

    /** A thread sleeps in the C library, where nothing of the VM wakes it. */
    public static class Native {
        public static void main(String[] args) throws Exception {
            Linker linker = Linker.nativeLinker();
            MethodHandle sleep = linker.downcallHandle(linker.defaultLookup().findOrThrow("sleep"), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            CountDownLatch started = new CountDownLatch(1);
            Thread thread = new Thread(() -> {
                started.countDown();
                try {
                    System.out.println("slept " + (int) sleep.invokeExact(20));
                } catch (Throwable e) {
                    System.out.println(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
            started.await();
            Thread.sleep(100);
            System.out.println("ends");
            System.exit(3);
        }
    }

    /** Tasks of the common pool that never end, and one that has to wait for a free worker. */
    public static class Tasks {
        public static void main(String[] args) throws Exception {
            int workers = ForkJoinPool.commonPool().getParallelism();
            CountDownLatch started = new CountDownLatch(workers);
            for (int i = 0; i < workers; i++) {
                ForkJoinPool.commonPool().execute(() -> {
                    started.countDown();
                    spin();
                });
            }
            started.await();
            ForkJoinPool.commonPool().execute(() -> System.out.println("never"));
            System.out.println("ends");
        }
    }

    public static class Named {
        public static void main(String[] args) throws Exception {
            CountDownLatch said = new CountDownLatch(1);
            ForkJoinPool.commonPool().execute(() -> {
                System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon());
                said.countDown();
            });
            said.await();
            ThreadFactory named = Thread.ofPlatform().name("worker-", 5).factory();
            ThreadFactory virtual = Thread.ofVirtual().name("light-", 0).factory();
            System.out.println(named.newThread(() -> {}).getName() + " " + named.newThread(() -> {}).getName() + " " + virtual.newThread(() -> {}).getName());
            System.out.println(Executors.defaultThreadFactory().newThread(() -> {}).getName() + " " + Executors.defaultThreadFactory().newThread(() -> {}).getName());
            System.out.println("[" + Thread.ofVirtual().unstarted(() -> {}).getName() + "] " + new Thread(() -> {}).getName() + " "
                    + new ThreadGroup("own").getParent().getName());
            Thread main = Thread.currentThread();
            System.out.println(main.threadId() + " " + main + " " + main.getThreadGroup().getParent().getName() + " " + main.isDaemon() + " " + main.isVirtual());
        }
    }
}
