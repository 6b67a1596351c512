// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What the young generation gives back to make room for a large array is not taken for memory of H1's until the next collection: the ceiling
 *          rose by it
 * @library /lib /hints
 * @build Job
 * @run main TestCeilingAfterArray
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestCeilingAfterArray {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx600m", "-XX:InitialHeapSize=300m", "-XX:MemoryBudget=490m", "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:-ZapUnusedHeapArea", "-XX:MemoryBalancerInterval=200", "Job"))) {
            live.await("READY");
            live.send("hold 90").await("DONE");
            long before = ceiling(live);
            live.send("array 290").await("has no room");
            live.await("DONE");
            long after = ceiling(live);
            System.out.println("ceiling " + before / MB + " and " + after / MB + " MB");
            Check.between(after, before - 60 * MB, before + 8 * MB, "bytes of the ceiling after the array");
            live.send("end").finish().exits(0).lacks("OutOfMemoryError");
        }
    }

    /** Of the second sample from now on, since the first may have begun before. */
    private static long ceiling(Live live) {
        live.await("sample now=");
        return BalancerLog.field(live.await("sample now="), "ceiling");
    }
}
