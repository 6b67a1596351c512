// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Where H1 cannot grow and collections are dear, the balancer moves tagged objects that nobody said were complete
 * @library /lib /hints
 * @build Job
 * @run main TestMove default
 */
/*
 * @test id=soak
 * @key soak
 * @summary Where H1 cannot grow and collections are dear, the balancer moves tagged objects that nobody said were complete
 * @library /lib /hints
 * @build Job
 * @run main TestMove paper
 */
import h2test.Check;
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestMove {
    public static void main(String[] args) throws Exception {
        String rule = args[0].equals("paper") ? "move: MoveH2" : "move: move";
        // H1 is as large as it may be. Two fifths of it wait to move, which is what the policy of the paper asks for, and half is live:
        // too little for objects to move without the balancer.
        try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx128m", "-Xms128m", "-XX:MemoryBalancerPolicy=" + args[0], "Job"))) {
            live.await("READY");
            live.send("hold 64").await("DONE");
            live.send("tag 54").await("DONE");
            live.send("full").await("DONE");
            live.send("moved");
            Check.equal(live.await("MOVED"), "MOVED 0 MB", "in H2 before the balancer decides");
            live.send("storm 20000").await(rule);
            live.await("DONE");
            live.send("moved");
            Check.equal(live.await("MOVED"), "MOVED 54 MB", "in H2");
            live.send("end").finish().exits(0);
        }
    }
}
