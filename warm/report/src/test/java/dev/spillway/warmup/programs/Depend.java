// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.programs;

import java.util.concurrent.LinkedBlockingQueue;

/** A worker loads classes for 300 ms; main waits for it in the way that the argument says, or only does so after 600 ms of its own. */
public final class Depend {
    private Depend() {}

    public static void main(String[] arguments) throws InterruptedException {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Thread worker = new Thread(() -> {
            load();
            queue.add("done");
        });
        worker.start();
        switch (arguments[0]) {
            case "join" -> worker.join();
            case "queue" -> queue.take();
            case "late" -> {
                Thread.sleep(600);
                worker.join();
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void load() {
        try {
            new Classes(1, 300_000_000).loadClass("Generated1");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
