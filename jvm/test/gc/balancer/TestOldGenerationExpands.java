// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary The old generation grows by a 64th of the limit at a time, not by half a megabyte: each time costs calls of the system, and a lock that
 *          the collector's threads share
 * @library /lib /hints
 * @build Job
 * @run main TestOldGenerationExpands
 */
import h2test.Check;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.util.Map;

public class TestOldGenerationExpands {
    private static final int MOST = 160;      // of 500 by half a megabyte; the last part of the limit is taken so

    public static void main(String[] args) throws Exception {
        try (Live live = Vm.start(Map.of(), Vm.balancer("-Xlog:gc=debug", "-XX:MemoryBudget=512m", "Job"))) {
            live.await("READY");
            live.send("hold 260").await("DONE");
            Outcome all = live.send("end").finish().exits(0);
            long times = all.output().lines().filter(line -> line.contains("Expanding ParOldGen")).count();
            System.out.println(times + " times");
            Check.between(times, 2, MOST, "times that the old generation has expanded");
        }
    }
}
