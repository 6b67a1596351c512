// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=some
 * @summary Classes of java.base that read properties when they are first used read them in each run
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestJdkClasses some
 */
/*
 * @test id=all
 * @summary The same with each collector and compiler
 * @key soak
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=600 TestJdkClasses all
 */
import h2test.WarmRuns;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

public class TestJdkClasses {
    public static void main(String[] args) {
        new WarmRuns(Program.class, 4).test(args[0], TestJdkClasses::some, TestJdkClasses::all);
    }

    private static void some(WarmRuns runs) {
        runs.sameAsCold("-XX:+UseSerialGC");
        runs.sameAsCold("-XX:+UseParallelGC", "-XX:TieredStopAtLevel=1");
    }

    private static void all(WarmRuns runs) {
        for (String gc : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            runs.sameAsCold(gc);
            runs.sameAsCold(gc, "-Xbatch", "-XX:-TieredCompilation");
            runs.sameAsCold(gc, "-Xbatch", "-XX:TieredStopAtLevel=1");
        }
        runs.sameAsCold("-XX:+UseSerialGC", "-Xint");
    }

    public static class Program {
        // Every second run changes what it can before the classes are used.
        public static void main(String[] args) throws Exception {
            if (Integer.parseInt(args[0]) % 2 == 1) {
                System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "5");
                System.setProperty("java.net.preferIPv6Addresses", "true");
                System.setProperty("jdk.lang.Process.launchMechanism", "none");
            }
            System.out.println(ForkJoinPool.commonPool().getParallelism() + " " + IntStream.range(0, 10_000).parallel().asLongStream().sum());
            System.out.println(CompletableFuture.supplyAsync(() -> args[0]).get());
            System.out.println(InetAddress.getLoopbackAddress());
            // Compiled, with reads of the class's statics.
            long sum = 0;
            for (int i = 0; i < 20_000; i++) {
                sum += ForkJoinPool.getCommonPoolParallelism();
            }
            System.out.println(sum);
            try {
                System.out.println(new ProcessBuilder("true").start().waitFor());
            } catch (Error refused) {
                System.out.println(refused.getMessage());
            }
        }
    }
}
