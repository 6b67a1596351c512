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
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;

public class TestRetires {
    private static final int RETIRED = 3;

    public static void main(String[] args) {
        retires(LeavesCommonPool.class, "the JDK's common pool has threads");
        retires(LeavesThreadThatLoads.class, "the program's thread \"loads\" does not end");
        retires(LeavesParkedVirtualThread.class, "");
        retires(LeavesStatelessTask.class, "still reachable: 1 of TestRetires\\$LeavesStatelessTask\\$\\$Lambda");
        retires(LeavesLock.class, "still reachable: .*ReentrantLock.*, held by ");
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

    static class LeavesCommonPool {
        public static void main(String[] args) throws Exception {
            ForkJoinPool.commonPool().submit(() -> {}).get();
        }
    }

    // In the middle of something that the next run needs whole.
    static class LeavesThreadThatLoads {
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch started = new CountDownLatch(1);
            ClassLoader slow = new ClassLoader() {
                @Override
                protected Class<?> findClass(String name) {
                    started.countDown();
                    sleep();
                    return null;
                }
            };
            Thread left = new Thread(() -> {
                try {
                    slow.loadClass("none");
                } catch (ClassNotFoundException e) {
                    System.out.println("not found");
                }
            }, "loads");
            left.setDaemon(true);
            left.start();
            started.await();
        }
    }

    // The cleaner would run it in any later run; its thread is none of the program's group.
    static class LeavesStatelessTask {
        public static void main(String[] args) {
            Cleaner.create().register(Object.class, () -> System.out.println("run 0 goes on"));
        }
    }

    // Held by classes of the JDK only, as a lock of theirs is.
    static class LeavesLock {
        public static void main(String[] args) {
            ReentrantLock left = new ReentrantLock();
            left.lock();
            Cleaner.create().register(Object.class, new FutureTask<>(new Thread(), left));
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
