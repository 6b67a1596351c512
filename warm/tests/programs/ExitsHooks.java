// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.IOException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Shutdown hooks run beside each other and beside daemons, one of them fails, and one makes a file that is to be deleted at the end. */
public class ExitsHooks {
    private static volatile long turns;
    private static final CyclicBarrier ALL = new CyclicBarrier(3, () -> System.out.println("all hooks have met"));

    public static void main(String[] args) throws InterruptedException {
        Thread daemon = new Thread(ExitsHooks::turn);
        daemon.setDaemon(true);
        daemon.start();
        hook("waiting", () -> {
            for (long seen = turns; turns == seen;) {
                Thread.onSpinWait();
            }
        });
        hook("making", ExitsHooks::make);
        hook("failing", () -> {
            throw new IllegalStateException("in a hook");
        });
        switch (args[0]) {
            case "throws" -> throw new IllegalArgumentException("in main");
            case "exits" -> System.exit(3);
            case "thread" -> new Thread(() -> {
                sleep();
                System.out.println("last thread");
            }).start();
            default -> System.out.println("main returns");
        }
    }

    // What they do comes when all have begun.
    private static void hook(String name, Runnable body) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                ALL.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                System.out.println(e);
            }
            body.run();
        }, name));
    }

    private static void make() {
        File file = new File("made-by-a-hook");
        file.deleteOnExit();
        try {
            System.out.println("made " + file.createNewFile());
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    private static void turn() {
        for (;;) {
            turns++;
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
