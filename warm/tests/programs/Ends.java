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

    /** Virtual threads that wait for time, for each other and for a monitor. */
    public static class Virtual {
        public static void main(String[] args) throws Exception {
            Object lock = new Object();
            Thread sleeper = Thread.ofVirtual().start(() -> {
                synchronized (lock) {
                    sleep(20);
                    System.out.println("slept");
                }
            });
            Thread second = Thread.ofVirtual().start(() -> {
                join(sleeper);
                synchronized (lock) {
                    System.out.println("second");
                }
            });
            second.join();
            Thread[] many = new Thread[100];
            java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();
            for (int i = 0; i < many.length; i++) {
                many[i] = Thread.startVirtualThread(() -> {
                    synchronized (lock) {
                        sleep(1);
                        count.incrementAndGet();
                    }
                });
            }
            for (Thread one : many) {
                one.join();
            }
            System.out.println(count);
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private static void sleep(long millis) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Virtual threads that wait for sockets: the JDK's own threads poll for them. */
    public static class VirtualSockets {
        public static void main(String[] args) throws Exception {
            try (java.net.ServerSocket server = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
                Thread.startVirtualThread(() -> {
                    try (java.net.Socket socket = server.accept()) {
                        socket.getOutputStream().write(socket.getInputStream().read() + 1);
                    } catch (java.io.IOException e) {
                        System.out.println(e);
                    }
                });
                Thread client = Thread.startVirtualThread(() -> {
                    try (java.net.Socket socket = new java.net.Socket(server.getInetAddress(), server.getLocalPort())) {
                        Thread.sleep(10);
                        socket.getOutputStream().write(41);
                        System.out.println(socket.getInputStream().read());
                    } catch (java.io.IOException | InterruptedException e) {
                        System.out.println(e);
                    }
                });
                client.join();
            }
        }
    }

    /** A virtual thread that does something when main returns, the last one with frames that have not been thawed since it slept, and a lock of all runs. */
    public static class VirtualLeft {
        static volatile int turns;

        public static void main(String[] args) throws Exception {
            synchronized (Integer.class) {
                turns = 0;
            }
            Thread.startVirtualThread(switch (args[0]) {
                case "runs" -> VirtualLeft::spin;
                case "in native code" -> VirtualLeft::callNativeCode;
                default -> () -> takeAndSpin(50);
            });
            while (turns == 0) {
                Thread.sleep(1);
            }
            System.out.println("left");
        }

        private static void spin() {
            while (true) {
                turns++;
            }
        }

        private static void callNativeCode() {
            try (java.net.ServerSocket server = new java.net.ServerSocket(0)) {
                while (true) {
                    server.getReceiveBufferSize();
                    turns++;
                }
            } catch (java.io.IOException e) {
                System.out.println(e);
            }
        }

        private static void takeAndSpin(int depth) {
            if (depth > 0) {
                synchronized (Integer.class) {
                    takeAndSpin(depth - 1);
                }
            } else {
                Virtual.sleep(5);
                spin();
            }
        }
    }

    public static class VirtualParked {
        public static void main(String[] args) throws Exception {
            Thread left = Thread.ofVirtual().start(java.util.concurrent.locks.LockSupport::park);
            while (left.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
            System.out.println("left");
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
