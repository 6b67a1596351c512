// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary A process that is put into another control group while it runs follows the limit of that one
 * @library /lib /hints
 * @build Job
 * @run main TestMovedProcess
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Vm;

public class TestMovedProcess {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (ControlGroup from = ControlGroup.make("spillway-from", 640 * MB);
             ControlGroup to = ControlGroup.make("spillway-to", 400 * MB);
             Live live = Vm.startIn(from, Vm.balancer("-XX:MemoryBalancerInterval=50", "-Xlog:balancer*=debug", "Job"))) {
            live.await("READY");
            live.send("hold 50").await("DONE");
            live.await("sample now=");
            to.take(live.pid());
            live.await("the process is in another memory control group");
            live.await("has 400M of memory now, had 640M");
            long ceiling = BalancerLog.field(live.await("sample now="), "ceiling");
            Check.between(ceiling / MB, 100, 400, "MB that H1 may have of 400");
            live.send("end").finish().exits(0).lacks("OutOfMemoryError").lacks("cannot read");
        }
    }
}
