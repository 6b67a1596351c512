// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary An array that fits the budget only beside an old generation of its largest size is no OutOfMemoryError: eden grows for it
 * @library /lib /hints
 * @build Job
 * @run main TestArrayBesideLive
 */
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestArrayBesideLive {
    public static void main(String[] args) throws Exception {
        // Of 376 MB the old generation may have 250, and the VM has some 20.
        int[][] cases = {{230, 30}, {240, 26}, {200, 60}};
        for (String policy : new String[] {"default", "paper"}) {
            for (int[] megabytes : cases) {
                try (Live live = Vm.start(Map.of(), Vm.balancer("-Xms8m", "-Xmx376m", "-XX:InitialHeapSize=282m", "-XX:MemoryBudget=376m",
                        "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
                    live.await("READY");
                    live.send("hold " + megabytes[0]).await("DONE");
                    for (int i = 0; i < 30; i++) {
                        live.send("array 0").await("DONE");
                        live.send("array " + megabytes[1]).await("DONE");
                    }
                    live.send("end").finish().exits(0).lacks("OutOfMemoryError");
                }
            }
        }
    }
}
