// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Live objects that the old generation has no room for get the rest of the heap: the young generation had been made small, and
 *          stayed so with objects in it, which ended in OutOfMemoryError, or in full collections without end, with room in the budget
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestFullOfLiveObjects
 */
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestFullOfLiveObjects {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        for (String policy : new String[] {"default", "paper"}) {
            try (Kernel kernel = new Kernel(Path.of(policy), 900 * MB).memory(0, 0);
                 Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-Xmx600m", "-XX:MemoryBalancerPolicy=" + policy, "-Xlog:gc", "Job"))) {
                live.await("READY");
                live.send("hold 550").await("DONE");
                live.send("hold 20").await("DONE");
                live.send("hold 550").await("DONE");
                live.send("hold 700").finish().has("OutOfMemoryError").has("objects are left in eden: it grows in its place");
            }
        }
    }
}
