// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Where the kernel refuses to drop what cyclic scans have passed the program goes on with one warning
 * @library /lib /hints
 * @build Job
 * @run main TestPageOutRefused
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Natives;
import h2test.Outcome;
import h2test.ReadLimit;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestPageOutRefused {
    private static final long MB = 1 << 20;
    private static final int PASSES = 6;
    private static final String WARNING = "cannot drop what cyclic scans have passed, and goes on as with policy marginal: Invalid argument";

    public static void main(String[] args) throws Exception {
        Map<String, String> preloaded = Map.of("LD_PRELOAD", Natives.library("no_page_out", "-ldl").toString());
        try (ControlGroup group = ControlGroup.make("spillway-no-page-out", 384 * MB);
             ReadLimit limit = ReadLimit.make(group, Path.of("."), 150 * MB);
             Live live = Vm.startIn(group, limit, preloaded, Vm.balancer("-Xms64m", "-Xmx128m", "-XX:SecondHeapSize=512m",
                     "-XX:SecondHeapRegionSize=4m", "Job"))) {
            live.await("READY");
            for (int i = 0; i < 8; i++) {
                live.send("hold 50").await("DONE");
                live.send("tag 50").await("DONE");
                live.send("move").await("DONE");
            }
            for (int i = 0; i < PASSES; i++) {
                live.send("scan").await("DONE");
            }
            Vm.tool("jcmd", Long.toString(live.pid()), "GC.memory_balancer").exits(0).has("dropped behind them 0M");
            Outcome end = live.send("end").finish().exits(0);
            Check.equal(end.output().lines().filter(line -> line.contains(WARNING)).count(), 1L, "warnings");
        }
    }
}
