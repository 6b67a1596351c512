// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Native memory that was given back since the last sample is H1's to have: the first objects after it ended in OutOfMemoryError
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestNativeGivenBack
 */
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestNativeGivenBack {
    public static void main(String[] args) throws Exception {
        for (String policy : new String[] {"default", "paper"}) {
            try (Live live = Vm.start(Map.of(), Vm.balancer("-Xms16m", "-Xmx400m", "-XX:MemoryBudget=450m", "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
                live.await("READY");
                for (int i = 0; i < 3; i++) {
                    live.send("lend 300 3000 hold 200").await("DONE");
                    live.await("DONE");
                    live.send("hold 1 full").await("DONE");
                    live.await("DONE");
                }
                live.send("end").finish().exits(0).lacks("OutOfMemoryError");
            }
        }
    }
}
