// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.time.Duration;

/**
 * Runs a program several times in one VM, with a reset between any two runs: for tests and measurements, not for users.
 * {@code RepeatedRuns COUNT MAIN ARGUMENT...}; {run} in an argument stands for the number of the run, from 0. The exit code
 * is 3, and a line on standard error says why, when the VM cannot be used for another run. With
 * {@code -Ddev.spillway.warm.timed=true} the CPU time of each run goes to standard error.
 */
public final class RepeatedRuns {
    // The VM has read it; the program would not see it in plain java.
    private static final String SWITCH = "dev.spillway.warm.server";
    private static final int RETIRED = 3;
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_MILLIS = 10;

    private RepeatedRuns() {}

    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        boolean timed = Boolean.getBoolean("dev.spillway.warm.timed");
        System.clearProperty(SWITCH);
        JdkState state = new JdkState();
        for (int run = 0; run < count; run++) {
            long start = cpuMillis();
            Run.toItsEnd(args[1], arguments(args, run));
            long ended = cpuMillis();
            String reason = reset(state);
            if (reason != null) {
                System.err.println("retired after run " + run + ": " + reason);
                System.exit(RETIRED);
            }
            if (timed) {
                System.err.printf("run %d: %d ms of CPU, reset %d ms%n", run, ended - start, cpuMillis() - ended);
            }
        }
    }

    // What is refused before the reset ends as plain java does: shutdown hooks see the program's state, streams and properties.
    private static String reset(JdkState state) throws InterruptedException {
        Thread left = Run.anyOther(Thread.currentThread().getThreadGroup());
        // One that has no more to do than to end.
        for (int i = 1; left != null && i < ATTEMPTS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            left = Run.anyOther(Thread.currentThread().getThreadGroup());
        }
        if (left != null) {
            return "the program's thread \"" + left.getName() + "\" is still running";
        }
        String refusal = WarmVm.reset();
        if (refusal != null) {
            return refusal;
        }
        state.restore();
        String leftovers = WarmVm.leftovers();
        // Cleaners and the handler of references need a moment, and what they let go of another collection.
        for (int i = 1; leftovers != null && i < ATTEMPTS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            leftovers = WarmVm.leftovers();
        }
        return leftovers == null ? null : "still reachable: " + leftovers;
    }

    private static String[] arguments(String[] args, int run) {
        String[] own = new String[args.length - 2];
        for (int i = 0; i < own.length; i++) {
            own[i] = args[i + 2].replace("{run}", Integer.toString(run));
        }
        return own;
    }

    // Of the whole process, with compilation and collection.
    private static long cpuMillis() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    }
}
