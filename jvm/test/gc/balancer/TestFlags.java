// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Flags that cannot work together end start-up with one line; without the balancer nothing of it is there
 * @library /lib /hints
 * @build Job
 * @run main TestFlags
 */
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

public class TestFlags {
    public static void main(String[] args) throws Exception {
        String budget = "-XX:MemoryBudget=256m";
        Vm.run("-XX:+UseMemoryBalancer", "-XX:+UseParallelGC", "-version").refusedWith("UseMemoryBalancer needs a second heap");
        Vm.run("-XX:+UseMemoryBalancer", "-XX:+UseSerialGC", "-version").refusedWith("UseMemoryBalancer needs the Parallel");
        Vm.run("-XX:+UseParallelGC", budget, "-version").refusedWith("MemoryBudget has no effect without");
        Vm.run("-XX:+UseParallelGC", "-XX:MemoryBudgetReserve=5", "-version").refusedWith("MemoryBudgetReserve has no effect without");
        Vm.run("-XX:+UseParallelGC", "-XX:MemoryBalancerPolicy=paper", "-version").refusedWith("MemoryBalancerPolicy has no effect without");
        Vm.run(Vm.balancer("-XX:-UseAdaptiveSizePolicy", "-version")).refusedWith("UseMemoryBalancer needs -XX:.UseAdaptiveSizePolicy");
        Vm.run(Vm.balancer("-XX:MemoryBalancerPolicy=best", "-version")).refusedWith("MemoryBalancerPolicy .best. must be");
        Vm.run(Vm.balancer("-XX:MemoryBudgetReserve=51", "-version")).refusedWith("MemoryBudgetReserve");
        Vm.run(Vm.balancer("-XX:MemoryBalancerInterval=0", "-version")).refusedWith("MemoryBalancerInterval");
        Vm.run(Vm.balancer("-XX:MemoryBudget=60t", "-version")).refusedWith("MemoryBudget .* is larger than the memory of the");
        Vm.run(Vm.balancer("-XX:MemoryBudget=4m", "-version")).refusedWith("MemoryBudget .4194304. is less than a JVM needs");
        Vm.run(Vm.balancer("-Xms300m", budget, "-version")).refusedWith("MemoryBudget .* is smaller than the least size");
        try (Kernel kernel = new Kernel(Path.of("container"), 300L << 20)) {
            Vm.run(Vm.balancer(kernel.option(), budget, "-version")).exits(0).has("budget 256M");
            // Up to the limit itself dirty pages would be taken for the end of it.
            Vm.run(Vm.balancer(kernel.option(), "-XX:MemoryBudget=300m", "-version")).exits(0).has("budget 283M");
            Vm.run(Vm.balancer(kernel.option(), "-XX:MemoryBudget=400m", "-version"))
                    .refusedWith("MemoryBudget .* is larger than the memory of the container");
            Vm.run(Vm.balancer(kernel.option(), "-Xms290m", "-version"))
                    .refusedWith("budget .[0-9]+: the memory of the container, 314572800, less MemoryBudgetReserve. is smaller than the least size");
            Vm.run(Vm.balancer(kernel.option(), "-Xms128m", "-Xmx128m", "-version")).exits(0).has("can change next to nothing: .* at least 128M");
            Vm.run(Vm.balancer(kernel.option(), "-Xms100m", "-Xmx128m", "-version")).exits(0).lacks("next to nothing");
            Vm.run(Vm.balancer(kernel.option(), "-XX:MemoryBudgetReserve=10", "-version")).exits(0).has("budget 270M");
            // What others have taken of the container is not H1's, even at first.
            kernel.memory(200L << 20, 0).limit(300L << 20);
            Vm.run(Vm.balancer(kernel.option(), "-version")).exits(0).has("at first 8[56]M");
            kernel.memory(310L << 20, 0).limit(300L << 20);
            Vm.run(Vm.balancer(kernel.option(), "-version")).exits(0).has("at first 64M");
            Vm.tool("java", with(noXmx(), kernel.option(), "-XX:+PrintFlagsFinal", "-version")).exits(0).has(" InitialHeapSize += 8388608 ");
            kernel.memory(4L << 20, 0).limit(300L << 20);
            String[] noXmx = noXmx();
            Vm.tool("java", with(noXmx, kernel.option(), "-version")).exits(0).has("of -Xmx 2[0-9][0-9]M");
            Vm.tool("java", with(noXmx, kernel.option(), "-XX:MaxRAM=4g", "-XX:MaxRAMPercentage=50", "-version")).exits(0).has("of -Xmx 2048M");
            Vm.tool("java", with(noXmx, "-XX:MemoryBudget=700m", "-version")).exits(0).has("of -Xmx 700M");
            // Three quarters of the budget are committed at first, and none of it is H1's floor.
            Vm.tool("java", with(noXmx, "-XX:MemoryBudget=800m", "-XX:+PrintFlagsFinal", "-version")).exits(0)
                    .has(" InitialHeapSize += 6291456[0-9][0-9] ").has(" MinHeapSize += [0-9]{7} ");
            Vm.tool("java", with(noXmx, "-XX:MemoryBudget=800m", "-Xms64m", "-XX:+PrintFlagsFinal", "-version")).exits(0).has(" InitialHeapSize += 67108864 ");
            Vm.tool("java", with(noXmx, "-XX:MemoryBudget=800m", "-Xmx300m", "-XX:+PrintFlagsFinal", "-version")).exits(0).has(" InitialHeapSize += 314572800 ");
            Vm.tool("java", with(noXmx, "-XX:MemoryBudget=800m", "-XX:InitialRAMPercentage=1", "-XX:+PrintFlagsFinal", "-version")).exits(0)
                    .lacks(" InitialHeapSize += 6291456[0-9][0-9] ");
            Vm.tool("java", with(noXmx, "-XX:MemoryBudget=800m", "-XX:NewSize=20m", "-XX:+PrintFlagsFinal", "-version")).exits(0)
                    .lacks(" InitialHeapSize += 6291456[0-9][0-9] ");
        }
        for (String policy : new String[] {"default", "marginal", "paper", "paper-multihop", "paper-current"}) {
            Vm.run(Vm.balancer("-XX:MemoryBalancerPolicy=" + policy, "-version")).exits(0).has("policy " + policy + ";");
        }
        offIsSilent();
    }

    // Without the options of the test run, which have a MaxRAMPercentage.
    private static String[] noXmx() {
        return new String[] {"-XX:+UnlockDiagnosticVMOptions", "-XX:+UseParallelGC", "-XX:SecondHeapSize=64m",
            "-XX:SecondHeapPath=.", "-XX:+UseMemoryBalancer", "-Xlog:balancer+init"};
    }

    private static String[] with(String[] options, String... more) {
        String[] all = Arrays.copyOf(options, options.length + more.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return all;
    }

    private static void offIsSilent() {
        try (Live live = Vm.start(Map.of(), Vm.h2("-Xlog:balancer*=trace", "Job"))) {
            live.await("READY");
            live.send("young").await("DONE");
            Vm.tool("jcmd", Long.toString(live.pid()), "GC.memory_balancer").has("Unknown diagnostic command");
            Vm.tool("jcmd", Long.toString(live.pid()), "Thread.print").exits(0).lacks("Memory Balancer");
            live.send("end").finish().exits(0).lacks("\\[balancer");
        }
    }
}
