// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary An array that fits the budget only if the young generation, which is empty, gives way is no OutOfMemoryError
 * @library /lib /hints
 * @build Job
 * @run main TestLargeArray
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestLargeArray {
    public static void main(String[] args) throws Exception {
        for (String policy : new String[] {"default", "paper"}) {
            // Of 600 MB the old generation may have 400, of the budget without the 100 of the young one, and what the VM has, some 270. No sample changes that.
            try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx600m", "-XX:InitialHeapSize=300m", "-XX:MemoryBudget=400m",
                    "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:MemoryBalancerInterval=3600000", "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
                live.await("READY");
                live.send("hold 90");
                // Then expects that the next minor collection promotes as much, which takes nothing from the array, and where this one was not
                // cheap (a fast machine) the default policy divides H1 by that.
                String sample = live.await("sample now=");
                while (BalancerLog.field(sample, "promoted") == 0) {
                    sample = live.await("sample now=");
                }
                live.send("ready").await("READY");
                live.await("DONE");
                live.send("hold 5 full").await("DONE");
                live.await("DONE");
                String done = live.send("array 290").await("DONE");
                // What eden had touched is given back before the array takes as much: some 35 MB more here else.
                Check.between(Long.parseLong(done.replaceAll(".*rss (\\d+) MB.*", "$1")), 290, 375, "MB of anonymous memory");
                live.send("array 1").await("DONE");
                live.send("hold 200").await("DONE");
                live.send("end").finish().exits(0).lacks("OutOfMemoryError").has("for a large array")
                        .has("an allocation of 290M has no room");
            }
        }
    }
}
