// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary An initial heap above what the budget leaves is cut, before the program allocates anything
 * @library /lib /hints
 * @build Job
 * @run main TestInitialHeap
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestInitialHeap {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx500m", "-XX:InitialHeapSize=500m", "-XX:MemoryBudget=300m", "Job"))) {
            String sample = live.await("sample now=");
            Check.between(BalancerLog.field(sample, "committed") / MB, 150, 300, "MB of H1 at first");
            while (BalancerLog.field(sample, "committed") > BalancerLog.field(sample, "ceiling")) {
                sample = live.await("sample now=");
            }
            Check.between(BalancerLog.field(sample, "ceiling") / MB, 150, 300, "MB that H1 may have");
            live.send("end").finish().exits(0);
        }
    }
}
