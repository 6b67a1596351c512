// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.programs;

import java.io.IOException;

/** Writes to both streams, and ends as its arguments say. */
public final class Exit {
    private Exit() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.out.print("out " + System.in.read() + "\n");
        System.err.print("err\n");
        switch (arguments[0]) {
            case "exit" -> System.exit(3);
            case "thread" -> new Thread(() -> System.exit(4)).start();
            case "throw" -> throw new IllegalStateException("thrown");
            case "kill" -> {
                new ProcessBuilder("kill", "-" + arguments[1], "" + ProcessHandle.current().pid()).start().waitFor();
                Thread.sleep(60_000);
            }
            default -> { }
        }
    }
}
