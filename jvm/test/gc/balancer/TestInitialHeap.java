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
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestInitialHeap {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        // 300 MB, of which others have 4, H1 has three quarters at first; and what others leave, where that is less.
        cutTo(300, 4, 225);
        cutTo(300, 200, 110);
    }

    private static void cutTo(long limit, long others, long most) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("others" + others), limit * MB).memory(others * MB, 0).limit(limit * MB + 20 * MB);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-Xmx300m", "-XX:InitialHeapSize=300m", "-XX:MemoryBudget=" + limit + "m", "Job"))) {
            String sample = live.await("sample now=");
            Check.between(BalancerLog.field(sample, "committed") / MB, 64, most, "MB of H1 at first beside " + others + " MB");
            live.send("end").finish().exits(0);
        }
    }
}
