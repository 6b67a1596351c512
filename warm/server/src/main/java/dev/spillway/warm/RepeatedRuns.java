// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.time.Duration;

/**
 * Runs a program several times in one VM, with a reset between any two runs: for tests and measurements, not for users.
 * {@code RepeatedRuns COUNT MAIN ARGUMENT...}; {run} in an argument stands for the number of the run, from 0. The exit code
 * is 3, and a line on standard error says why, when the VM cannot be used for another run; else that of the last run. With
 * {@code -Ddev.spillway.warm.timed=true} the CPU time of each run goes to standard error; with {@code -Ddev.spillway.warm.statics=true} numbers and
 * texts in statics of the JDK are compared from the second run on, of which less is put back than in a server. Needs
 * {@code --add-opens java.base/java.lang.invoke=ALL-UNNAMED}.
 */
public final class RepeatedRuns {
    // The VM has read it; the program would not see it in plain java.
    private static final String SWITCH = "dev.spillway.warm.server";
    private static final int RETIRED = 3;
    // Tests compile every method before its first call.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private RepeatedRuns() {}

    public static void main(String[] args) throws InterruptedException, ReflectiveOperationException {
        int count = Integer.parseInt(args[0]);
        boolean timed = Boolean.getBoolean("dev.spillway.warm.timed");
        boolean compared = Boolean.getBoolean("dev.spillway.warm.statics");
        System.clearProperty(SWITCH);
        JdkState state = new JdkState();
        Field lookup = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        lookup.setAccessible(true);
        Internals internals = new Internals((MethodHandles.Lookup) lookup.get(null));
        MethodHandle shutdown = internals.staticMethod(Internals.type("java.lang.Shutdown"), "shutdown", void.class);
        ExitState exit = new ExitState(internals);
        RunThreads threads = new RunThreads(internals, PATIENCE, () -> {});
        WarmVm.arm(-1);
        for (int run = 0; run < count; run++) {
            long start = cpuMillis();
            int code = Run.toItsEnd(shutdown, args[1], arguments(args, run));
            long ended = cpuMillis();
            String reason = threads.end();
            if (reason == null) {
                exit.restore();
                reason = Reset.everything(state::restore);
            }
            if (reason == null && compared) {
                reason = Reset.changedStatic();
            }
            if (reason != null) {
                System.err.println("retired after run " + run + ": " + reason);
                leave(RETIRED);
            }
            if (timed) {
                System.err.printf("run %d: %d ms of CPU, reset %d ms%n", run, ended - start, cpuMillis() - ended);
            }
            if (run == count - 1) {
                leave(code);
            }
        }
    }

    private static void leave(int code) {
        WarmVm.disarm();
        System.exit(code);
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
