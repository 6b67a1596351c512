// SPDX-License-Identifier: Apache-2.0
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Another thread exits, a daemon or not, while main waits in some way or runs for ever. Main says nothing any more. */
public class ExitsElsewhere {
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static volatile boolean holds;
    private static volatile long turns;
    private static volatile boolean begun;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> exit(args[0], main));
        other.setDaemon(args[1].equals("daemon"));
        other.start();
        // Main's state is to tell that it waits, and for nothing else than it should.
        while (!holds) {
            Thread.onSpinWait();
        }
        try {
            stay(args[0], other);
            System.out.println("main goes on");
        } catch (Throwable any) {
            System.out.println("main caught " + any);
        } finally {
            System.out.println("main's finally");
        }
    }

    private static void stay(String how, Thread other) throws Exception {
        switch (how) {
            case "parks" -> {
                for (;;) {
                    LockSupport.park();
                }
            }
            case "joins" -> other.join();
            case "locks" -> LOCK.lock();
            case "sleeps" -> Thread.sleep(1_000_000);
            case "loops" -> {
                for (;;) {
                    turns++;
                }
            }
            case "counts" -> {
                for (int i = 0; i < 20_000; i++) {
                    turns += counted(100);
                }
                begun = true;
                turns += counted(Integer.MAX_VALUE);
            }
            case "reads" -> System.out.println("read " + System.in.read());
            default -> {
                synchronized (MONITOR) {
                    System.out.println("main has the monitor");
                }
            }
        }
    }

    // Compiled for a server's collector it has no safepoint before its end, seconds later.
    private static int counted(int times) {
        int sum = 1;
        for (int i = 0; i < times; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    private static void exit(String how, Thread main) {
        LOCK.lock();
        synchronized (MONITOR) {
            holds = true;
            while (!stays(how, main)) {
                Thread.onSpinWait();
            }
            System.exit(5);
        }
    }

    private static boolean isCounting() {
        if (begun) {
            LockSupport.parkNanos(300_000_000);  // main is in its loop by now, and that takes longer
        }
        return begun;
    }

    private static boolean stays(String how, Thread main) {
        if (how.equals("reads")) {
            LockSupport.parkNanos(100_000_000);  // which no state tells from running
            return true;
        }
        return switch (how) {
            case "monitor" -> main.getState() == Thread.State.BLOCKED;
            case "sleeps" -> main.getState() == Thread.State.TIMED_WAITING;
            case "loops" -> turns > 1_000_000;
            case "counts" -> isCounting();
            default -> main.getState() == Thread.State.WAITING;
        };
    }
}
