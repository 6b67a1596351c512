// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What a run leaves behind retires the server with the reason
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=300 TestRetires
 */
import h2test.Outcome;
import h2test.Vm;
import h2test.WarmRuns;
import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

public class TestRetires {
    private static final int RETIRED = 3;

    public static void main(String[] args) {
        retires(LeavesHook.class, "the program left work for the end of the VM").has("^hook of run 0$");
        retires(LeavesFileToDelete.class, "the program left work for the end of the VM");
        retires(LeavesDaemon.class, "the program's thread \"left\" is still running");
        retires(LeavesIdlePool.class, "the program's thread \"idle\" is still running");
        retires(LeavesParkedVirtualThread.class, "");
        retires(LeavesStatelessTask.class, "still reachable: 1 of TestRetires\\$LeavesStatelessTask\\$\\$Lambda");
        retires(LeavesVariableHandle.class, "still reachable: .*VarHandle");
        // Not every build of the VM has it; others refuse the option.
        Outcome jvmci = Vm.run("-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "-XX:+UseSerialGC", "-version");
        if (jvmci.exit() == 0) {
            retires(Nothing.class, "compilers on JVMCI are not supported", "-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI");
        }
    }

    private static Outcome retires(Class<?> program, String reason, String... options) {
        List<String> all = new ArrayList<>(List.of("-XX:+UseSerialGC"));
        all.addAll(List.of(options));
        return new WarmRuns(program, 2).warm(all.toArray(String[]::new)).exits(RETIRED).has("retired after run 0: " + reason)
                .lacks("run 1");
    }

    static class Nothing {
        public static void main(String[] args) {}
    }

    // A lambda without state; what it prints is of the run that left it.
    static class LeavesHook {
        static String run;

        public static void main(String[] args) {
            run = args[0];
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of run " + run)));
        }
    }

    static class LeavesFileToDelete {
        public static void main(String[] args) {
            new File("left").deleteOnExit();
        }
    }

    // Waits within the JDK.
    static class LeavesIdlePool {
        public static void main(String[] args) throws Exception {
            Executors.newFixedThreadPool(1, task -> {
                Thread thread = new Thread(task, "idle");
                thread.setDaemon(true);
                return thread;
            }).submit(() -> {}).get();
        }
    }

    // The cleaner would run it in any later run; its thread is none of the program's group.
    static class LeavesStatelessTask {
        public static void main(String[] args) {
            Cleaner.create().register(Object.class, () -> System.out.println("run 0 goes on"));
        }
    }

    // Held by classes of the JDK only.
    static class LeavesVariableHandle {
        static class Holder {
            static int value = Integer.parseInt("5");
        }

        public static void main(String[] args) throws ReflectiveOperationException {
            VarHandle left = MethodHandles.lookup().findStaticVarHandle(Holder.class, "value", int.class);
            left.set(6);
            Cleaner.create().register(Object.class, new FutureTask<>(new Thread(), left));
        }
    }

    static class LeavesDaemon {
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch started = new CountDownLatch(1);
            // Not in the program's group, so that it is the VM that finds its frames.
            Thread left = new Thread(Thread.currentThread().getThreadGroup().getParent(), () -> {
                started.countDown();
                sleep();
            }, "left");
            left.setDaemon(true);
            left.start();
            started.await();
        }
    }

    static class LeavesParkedVirtualThread {
        static Thread left;

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch started = new CountDownLatch(1);
            left = Thread.ofVirtual().start(() -> {
                started.countDown();
                sleep();
            });
            started.await();
        }
    }

    static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException ended) {
            // ends
        }
    }
}
