// SPDX-License-Identifier: Apache-2.0

/** Tells its process and uses a processor until a signal ends it. */
public class SignalsBusy {
    private static volatile long turns;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + (turns > 0))));
        System.out.println("process " + ProcessHandle.current().pid());
        for (;;) {
            turns++;
        }
    }
}
