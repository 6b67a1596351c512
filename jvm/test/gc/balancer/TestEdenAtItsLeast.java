// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A limit that falls never makes H1 larger, by an eden that grows over pages that were given back, down to the least size of its generation
 * @library /lib /hints
 * @build Job
 * @run main TestEdenAtItsLeast
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestEdenAtItsLeast {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("container"), 600 * MB).memory(300 * MB, 300 * MB);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-Xmx600m", "-XX:MemoryBalancerInterval=200", "Job"))) {
            live.await("READY");
            live.send("hold 200").await("DONE");
            live.send("hold 60").await("DONE");
            live.send("full").await("DONE");
            String before = live.await("sample now=");
            // The memory of the stand-in does not fall, so that the guard cuts as far as it can.
            kernel.memory(590 * MB, 5 * MB);
            live.await("shrink: container");
            int cuts = 0;
            for (int i = 0; i < 30; i++) {
                String sample = live.await("sample now=");
                long limit = BalancerLog.field(sample, "limit"), last = BalancerLog.field(before, "limit");
                if (limit <= last) {
                    // Within the limit it may: smaller survivor spaces leave it more.
                    long held = BalancerLog.field(sample, "committed");
                    boolean larger = held > limit + MB && held > BalancerLog.field(before, "committed");
                    Check.that(!larger || BalancerLog.field(sample, "eden") <= BalancerLog.field(before, "eden"), "eden grows: " + before + "\n" + sample);
                    cuts += limit < last ? 1 : 0;
                }
                before = sample;
                if (i % 3 == 0) {
                    live.send("garbage 100").await("DONE");
                }
            }
            Check.that(cuts > 0, "the limit never fell: " + before);
            live.send("end").finish().exits(0).lacks("OutOfMemoryError");
        }
    }
}
