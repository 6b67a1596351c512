// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary The hint library and its MXBean tell what the balancer lets H1 take; nothing where the balancer is off
 * @library /lib /hints
 * @run main TestLimitAsSeen
 */
import dev.spillway.SecondHeap;
import dev.spillway.SecondHeapManagement;
import h2test.Vm;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

public class TestLimitAsSeen {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            SecondHeapManagement.register();
            ObjectName name = new ObjectName(SecondHeapManagement.OBJECT_NAME);
            System.out.println("LIMIT " + (SecondHeap.statistics().firstHeapLimitBytes() >> 20) + " MB, "
                    + ((Long) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "FirstHeapLimitBytes") >> 20) + " MB");
            return;
        }
        Vm.run(Vm.balancer("-XX:MemoryBudget=400m", "-XX:MemoryBalancerInterval=3600000", "TestLimitAsSeen", "print"))
                .exits(0).has("LIMIT 300 MB, 300 MB");
        Vm.runH2("TestLimitAsSeen", "print").exits(0).has("LIMIT 0 MB, 0 MB");
    }
}
