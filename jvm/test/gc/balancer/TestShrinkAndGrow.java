// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary The policy shrinks H1 when reads of what was dropped cost time; policy or guard let it grow when collections do
 * @library /lib /hints
 * @build Job
 * @run main TestShrinkAndGrow default
 */
/*
 * @test id=soak
 * @key soak
 * @summary The policy shrinks H1 when reads of what was dropped cost time; policy or guard let it grow when collections do
 * @library /lib /hints
 * @build Job
 * @run main TestShrinkAndGrow paper
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestShrinkAndGrow {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        String policy = "-XX:MemoryBalancerPolicy=" + args[0];
        try (Kernel kernel = new Kernel(Path.of("container"), 640 * MB).memory(100 * MB, 500 * MB);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), policy, "-XX:SecondHeapSize=1g", "Job"))) {
            live.await("READY");
            live.send("hold 150").await("DONE");
            live.send("churn 3000").await("DONE");
            live.send("full").await("DONE");
            kernel.reads(0.7, 200 * MB, 0.9);
            String shrunk = visible(live.send("churn 12000"), "] shrink: ", args[0].equals("paper") ? "ShrinkH1" : "balance");
            Check.that(BalancerLog.limitAfter(shrunk) < BalancerLog.limitBefore(shrunk), shrunk);
            kernel.reads(0.0, 0, 0.0);
            // Live objects leave little room in the old generation, so full collections follow each other.
            String grown = visible(live.send("hold 230 storm 60000"), "] grow: ", "");
            Check.that(BalancerLog.limitAfter(grown) > BalancerLog.limitBefore(grown), grown);
            live.send("end").close();
        }
    }

    // The log has whole megabytes: a smaller step does not show.
    private static String visible(Live live, String action, String rule) {
        String line = live.await(action);
        while (BalancerLog.limitAfter(line) == BalancerLog.limitBefore(line) || !line.contains(rule)) {
            line = live.await(action);
        }
        return line;
    }
}
