// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A sample that is due in a collection is taken after it: else what the collection gave back would look like the rest of the process
 * @library /lib /hints
 * @build Job
 * @run main TestReadingInPause
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.util.List;
import java.util.Map;

public class TestReadingInPause {
    private static final long NANOS_PER_MILLI = 1_000_000;

    public static void main(String[] args) throws Exception {
        // A sample is due in each full collection; on a fast machine several fit between two samples.
        try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx600m", "-XX:MemoryBudget=600m", "-XX:MemoryBalancerInterval=10", "Job"))) {
            live.await("READY");
            for (int i = 0; i < 24; i++) {
                live.send("hold 300").await("DONE");
                live.send("full").await("DONE");
            }
            Outcome end = live.send("end").finish().exits(0);
            List<String> collected = end.output().lines().filter(l -> l.contains("sample now=") && BalancerLog.field(l, "full_time") > 0).toList();
            Check.that(collected.size() > 4, "samples after full collections: " + collected.size());
            for (String sample : collected) {
                // Memory was read in the pause if it took longer than what came before the reading.
                long pauses = BalancerLog.field(sample, "full_time") + BalancerLog.field(sample, "minor_time");
                Check.that(pauses <= BalancerLog.field(sample, "interval") + NANOS_PER_MILLI, "all of the pauses is before the reading: " + sample);
            }
        }
    }
}
