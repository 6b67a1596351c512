// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Sources are named in the log; one that vanishes is followed by the next, said once; the state shows in jcmd
 * @library /lib /hints
 * @build Job
 * @run main TestSources
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Kernel;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

public class TestSources {
    public static void main(String[] args) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("container"), 400L << 20);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=100", "Job"))) {
            live.await("READY");
            live.await("sample now=");
            status(live)
                    .has("policy default").has("budget 376M").has("control group version 2, /sys/fs/cgroup/job")
                    .has("waits: pressure of the control group")
                    .has("memory pressure: pressure of the control group").has("memory pressure 0.0%").has("samples")
                    .has("now: nothing \\(.+\\)(, memory that is not used stays)?; looks between samples \\d+");
            // The tree is closed first: it would write the file again.
            kernel.close();
            kernel.remove("sys/fs/cgroup/job/io.pressure");
            live.await("cannot read waits for reads,");
            for (int i = 0; i < 5; i++) {
                live.await("sample now=");
            }
            Outcome end = live.send("end").finish().exits(0);
            end.has("memory: control group version 2, /sys/fs/cgroup/job").has("limit: 400M, of the container")
               .has("waits: pressure of the control group, /sys/fs/cgroup/job/io.pressure")
               .has("memory pressure: pressure of the control group, /sys/fs/cgroup/job/memory.pressure");
            long said = end.output().lines().filter(l -> l.contains("cannot read waits")).count();
            if (said != 1) {
                throw new AssertionError("said " + said + " times\n" + end.output());
            }
        }
        namesWhoseLimitCounts();
        ceilingWithoutMemoryOfTheProcess();
        warnsWithoutRefaults();
        Files.createDirectories(Path.of("nothing"));
        Vm.run(Vm.balancer("-XX:MemoryBalancerRoot=nothing", "-version")).refusedWith("cannot read how much memory there is");
    }

    /** jcmd went on naming the owner of the first limit. */
    private static void namesWhoseLimitCounts() throws Exception {
        String machine = "limit of the machine 65536M", note = "no limit below the machine's memory: /proc/meminfo counts";
        try (Kernel kernel = new Kernel(Path.of("owner"), 100L << 30);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=100", "-Xmx512m", "Job"))) {
            live.await("READY");
            live.await("sample now=");
            status(live).has(machine).has(note);
            kernel.limit(400L << 20);
            live.await("the container has 400M of memory now");
            live.await("sample now=");
            status(live).has("limit of the container 400M").lacks(note);
            kernel.limit(100L << 30);
            live.await("the machine has 65536M of memory now");
            live.await("sample now=");
            status(live).has(machine).has(note);
            live.send("end").finish().exits(0);
        }
    }

    private static Outcome status(Live live) {
        return Vm.tool("jcmd", Long.toString(live.pid()), "GC.memory_balancer").exits(0);
    }

    private static void warnsWithoutRefaults() throws Exception {
        Kernel kernel = new Kernel(Path.of("unaware"), 400L << 20);
        kernel.close();
        Files.writeString(Path.of("unaware/sys/fs/cgroup/job/memory.stat"), "anon 67108864\nfile 67108864\n");
        try (Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=100", "Job"))) {
            live.await("READY");
            live.await("sample now=");
            live.send("end").finish().exits(0).has("refaults: none")
                .has("cannot tell whether the program waits for reads of the second heap: policy default will not shrink");
        }
    }

    // Found by reading: H1 itself was taken for other memory, so the ceiling fell by what it held.
    private static void ceilingWithoutMemoryOfTheProcess() throws Exception {
        Kernel kernel = new Kernel(Path.of("silent"), 400L << 20);
        kernel.close();
        kernel.remove("proc/self/statm");
        try (Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=100", "Job"))) {
            live.await("READY");
            // 64 MB of anonymous memory in the container are less than H1 has committed.
            Check.between(BalancerLog.field(live.await("sample now="), "ceiling") >> 20, 370, 376, "MB that H1 may have of 400");
            live.send("end").finish().exits(0)
                .has("cannot read the memory of the process .*, and goes on with none beside the first heap");
        }
    }
}
