// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Classes of a run that are unloaded after it leave the profiles of methods that stay, whoever unloads them
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestUnloadedClasses
 */
import h2test.WarmRuns;
import java.net.URL;
import java.net.URLClassLoader;

public class TestUnloadedClasses {
    private static final int RUNS = 3;

    public static void main(String[] args) {
        // A profile with a class that is gone crashes the compiler.
        new WarmRuns(Program.class, RUNS).sameAsCold("-XX:+UseSerialGC", "-Xcomp",
                "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestUnloadedClasses*::*");
        // One thread or several look at classes, code and objects, and unload them.
        for (int threads : new int[] {1, 8}) {
            new WarmRuns(Program.class, RUNS).sameAsCold("-XX:+UseParallelGC", "-XX:ParallelGCThreads=" + threads, "-XX:-UseDynamicNumberOfGCThreads");
        }
    }

    public static class Program {
        public static void main(String[] args) throws Exception {
            URL here = Work.class.getProtectionDomain().getCodeSource().getLocation();
            for (int i = 0; i < 3; i++) {
                Class<?> work = Class.forName(Work.class.getName(), true, new URLClassLoader(new URL[] {here}, null));
                ((Runnable) work.getConstructor().newInstance()).run();
                if (i == 1) {
                    System.gc();
                }
            }
        }
    }

    public static class Work implements Runnable {
        static final Object LOCK = new Object();
        static int start = Integer.parseInt("3");
        static int calls;

        static {
            System.out.println("Work");
        }

        @Override
        public void run() {
            long sum = 0;
            for (int i = 0; i < 300_000; i++) {
                sum += step(i);
            }
            System.out.println(sum + " " + calls);
        }

        static int step(int i) {
            calls++;
            return start + (LOCK.hashCode() == 0 ? 1 : 0) + i % 3;
        }
    }
}
