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
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

public class TestRetires {
    private static final int RETIRED = 3;

    public static void main(String[] args) throws IOException {
        retires(LeavesThreadThatLoads.class, "the program's thread \"loads\" does not end");
        retires(LeavesParkedVirtualThread.class, "");
        retires(LeavesStatelessTask.class, "still reachable: 1 of TestRetires\\$LeavesStatelessTask\\$\\$Lambda");
        retires(LeavesLock.class, "still reachable: .*ReentrantLock.*, held by ");
        retires(GivesClass.class, "the program gave a class to a loader that all runs share");
        retires(LeavesVariableHandle.class, "still reachable: .*VarHandle");
        redefines(Nothing.class);
        redefines(URI.class);
        // What is there after the first run is remembered.
        String[] compared = {"-XX:+UseSerialGC", "-Ddev.spillway.warm.statics=true", "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED"};
        new WarmRuns(ChangesStatic.class, 3).warm(compared).exits(RETIRED)
                .has("retired after run 1: a static of the JDK has changed: java.util.concurrent.ConcurrentHashMap.NCPU");
        new WarmRuns(Nothing.class, 3).warm(compared).exits(0);
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

    // By an agent that is there from the start, as one that comes later is a reason by itself.
    private static void redefines(Class<?> klass) throws IOException {
        Path jar = Path.of("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Redefines.class.getName());
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        retires(Nothing.class, "a class was redefined: " + Pattern.quote(klass.getName()), "-javaagent:" + jar + "=" + klass.getName());
    }

    static class Redefines {
        public static void premain(String name, Instrumentation tools) throws Exception {
            try (InputStream written = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
                tools.redefineClasses(new ClassDefinition(Class.forName(name), written.readAllBytes()));
            }
        }
    }

    static class Nothing {
        public static void main(String[] args) {}
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

    // A later run would call it.
    static class LeavesStatelessTask {
        public static void main(String[] args) {
            URL.setURLStreamHandlerFactory(protocol -> null);
        }
    }

    // A loader has each name once.
    static class GivesClass {
        public static void main(String[] args) throws Exception {
            byte[] bytes = ClassFile.of().build(ClassDesc.of("Given"), builder -> {});
            System.out.println(MethodHandles.lookup().defineClass(bytes).getName());
        }
    }

    static class LeavesLock {
        public static void main(String[] args) throws IOException {
            ReentrantLock left = new ReentrantLock();
            left.lock();
            leave(left);
        }
    }

    static class LeavesVariableHandle {
        static class Holder {
            static int value = Integer.parseInt("5");
        }

        public static void main(String[] args) throws Exception {
            VarHandle left = MethodHandles.lookup().findStaticVarHandle(Holder.class, "value", int.class);
            left.set(6);
            leave(left);
        }
    }

    // A number that nothing puts back.
    static class ChangesStatic {
        public static void main(String[] args) throws ReflectiveOperationException {
            Field processors = ConcurrentHashMap.class.getDeclaredField("NCPU");
            processors.setAccessible(true);
            processors.setInt(null, processors.getInt(null) + 1);
        }
    }

    // Where classes of the JDK hold it, and nothing of the program does: the end of a child process that goes on is awaited.
    static void leave(Object left) throws IOException {
        Process child = new ProcessBuilder("sleep", "60").start();
        CompletableFuture.allOf(child.onExit(), CompletableFuture.completedFuture(left));
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
