// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** Ways a program ends. */
public class Ends {
    public static class Returns {
        public static void main(String[] args) {
            System.out.println("out " + String.join("|", args));
            System.err.println("err");
        }
    }

    public static class Exits {
        static int depth;

        public static void main(String[] args) {
            try {
                depth++;
                System.exit(Integer.parseInt(args[0]));
            } catch (Throwable any) {
                System.out.println("caught " + any);
            } finally {
                System.out.println("finally " + depth);
            }
        }
    }

    public static class Throws {
        public static void main(String[] args) {
            level(3);
        }

        static void level(int n) {
            if (n == 0) {
                throw new IllegalStateException("thrown", new RuntimeException("cause"));
            }
            level(n - 1);
        }
    }

    public static class OtherThrows {
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> {
                throw new IllegalArgumentException("in another thread");
            });
            other.start();
            other.join();
            System.out.println("main goes on after " + other.getName());
        }
    }

    public static class Hooks {
        public static void main(String[] args) throws Exception {
            File file = new File("to-delete");
            file.createNewFile();
            file.deleteOnExit();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                System.out.println("hook, file is there: " + file.exists());
                try {
                    Runtime.getRuntime().addShutdownHook(new Thread());
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            }));
            if (args.length > 0 && args[0].equals("exit")) {
                System.exit(5);
            }
            if (args.length > 0 && args[0].equals("halt")) {
                file.delete();
                Runtime.getRuntime().halt(6);
            }
        }
    }

    public static class HookHalts {
        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(7)));
        }
    }

    /** Exits while main waits, and other threads wait or run. */
    public static class DaemonsLeft {
        static volatile long turns;
        static final Object LOCK = new Object();

        public static void main(String[] args) throws Exception {
            CountDownLatch started = new CountDownLatch(4);
            daemon(started, () -> {
                for (;;) {
                    turns++;
                }
            });
            daemon(started, () -> Thread.sleep(1_000_000));
            daemon(started, () -> {
                synchronized (LOCK) {
                    LOCK.wait();
                }
            });
            daemon(started, () -> {
                for (;;) {
                    try {
                        Thread.sleep(1_000_000);
                    } catch (Throwable any) {
                        System.out.println("caught " + any);
                    }
                }
            });
            Executors.newFixedThreadPool(2).submit(() -> {}).get();
            started.await();
            new Thread(() -> System.exit(3)).start();
            synchronized (LOCK) {
                LOCK.wait();
            }
            System.out.println("main went on");
        }

        interface Body {
            void run() throws Exception;
        }

        static void daemon(CountDownLatch started, Body body) {
            Thread thread = new Thread(() -> {
                started.countDown();
                try {
                    body.run();
                } catch (Exception e) {
                    System.out.println(e);
                } finally {
                    System.out.println("finally");
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    }

    public static class Deep {
        static int depth;

        public static void main(String[] args) {
            try {
                down();
            } catch (StackOverflowError e) {
                System.out.println("overflow " + (depth > 1000));
            }
        }

        static void down() {
            depth++;
            down();
        }
    }

    public static class NoMemory {
        public static void main(String[] args) {
            try {
                long[] tooMuch = new long[Integer.MAX_VALUE - 8];
                System.out.println(tooMuch.length);
            } catch (OutOfMemoryError e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** main of an instance, without arguments. */
    public static class Instance {
        void main() {
            System.out.println("instance");
        }
    }

    public static class NoMain {}

    public static class FailingMain {
        static int one = Integer.parseInt("no number");

        public static void main(String[] args) {}
    }

    /** The JDK keeps count of such threads. */
    public static class CommonPool {
        public static void main(String[] args) throws Exception {
            System.out.println(java.util.concurrent.ForkJoinPool.commonPool().submit(() -> 5).get());
        }
    }

    public static class Virtual {
        public static void main(String[] args) throws Exception {
            Thread.ofVirtual().start(() -> System.out.println("virtual")).join();
        }
    }

    /** Main returns when a daemon exits. */
    public static class ExitRace {
        static int count;

        public static void main(String[] args) throws Exception {
            System.out.println(++count);
            for (int i = 0; i < 2; i++) {
                Thread daemon = new Thread(() -> System.exit(3));
                daemon.setDaemon(true);
                daemon.start();
            }
            Thread.sleep(0, 1000 * Integer.parseInt(args[0]));
        }
    }

    /** Waits for a signal. */
    public static class Waits {
        public static void main(String[] args) throws Exception {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            System.out.println("ready");
            Thread.sleep(60_000);
        }
    }
}
