// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Pages of H1 that are touched at the start are not taken for others': H1 would begin with a third of its size
 * @library /lib /hints
 * @build Job
 * @run main TestPretouchedHeap
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Vm;

public class TestPretouchedHeap {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-pretouched", 700 * MB);
             Live live = Vm.startIn(group, Vm.balancer("-Xmx500m", "-XX:InitialHeapSize=450m", "-XX:+AlwaysPreTouch", "Job"))) {
            String sample = live.await("sample now=");
            Check.between(BalancerLog.field(sample, "limit") / MB, 440, 500, "MB of limit at first");
            Check.between(BalancerLog.field(sample, "committed") / MB, 440, 460, "MB of H1 at first");
            live.send("end").finish().exits(0);
        }
    }
}
