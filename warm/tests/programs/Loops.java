// SPDX-License-Identifier: Apache-2.0
import java.util.concurrent.CountDownLatch;

/** Threads that wait for events in native code, as Netty's do, and are left waiting. The argument is the library with that code (loops.c). */
public class Loops {
    private static final int COUNT = 3;

    private Loops() {}

    private static native int make();

    private static native int await(int set);

    public static void main(String[] args) throws InterruptedException {
        System.load(args[0]);
        CountDownLatch begun = new CountDownLatch(COUNT);
        for (int i = 0; i < COUNT; i++) {
            Thread loop = new Thread(() -> {
                int set = make();
                begun.countDown();
                for (;;) {
                    System.out.println("woken: " + await(set));
                }
            }, "loop-" + i);
            loop.setDaemon(true);
            loop.start();
        }
        begun.await();
        Thread.sleep(50);
        System.out.println("waiting");
        if (args.length > 1) {
            System.exit(Integer.parseInt(args[1]));
        }
    }
}
