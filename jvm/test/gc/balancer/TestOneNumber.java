// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Told nothing but that it may have all of its real control group, H1 takes most of it, and gives it to native memory later
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestOneNumber
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;

public class TestOneNumber {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 640 * MB;

    public static void main(String[] args) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-one-number", LIMIT);
             Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-XX:SecondHeapSize=256m", "-XX:SecondHeapPath=.", "-XX:+UnlockDiagnosticVMOptions",
                     "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:+UseMemoryBalancer", "-Xmx" + LIMIT, "-Xlog:balancer*=debug",
                     "-Ddev.spillway.management=false", "Job")) {
            live.await("READY");
            live.send("hold 380").await("DONE");
            Check.that(group.anonymous() > 380 * MB, "the heap holds 380 MB");
            live.send("hold 40 full").await("DONE");
            live.await("DONE");
            Outcome end = live.send("native 280 100 storm 2000 end").finish();
            Check.equal(group.kills(), 0L, "processes the kernel killed");
            end.exits(0).lacks("OutOfMemoryError");
            long last = end.output().lines().filter(l -> l.contains("sample now=")).mapToLong(l -> BalancerLog.field(l, "ceiling")).reduce((a, b) -> b).orElseThrow();
            Check.between(last / MB, 40, 340, "MB that H1 may have beside 280 of native memory");
        }
    }
}
