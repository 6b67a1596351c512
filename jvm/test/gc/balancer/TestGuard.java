// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary H1 yields when memory that cannot be reclaimed nears the container's limit; page cache that fills it raises no alarm
 * @library /lib /hints
 * @build Job
 * @run main TestGuard
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Kernel;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestGuard {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("container"), 600 * MB).memory(300 * MB, 300 * MB);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-Xlog:gc", "Job"))) {
            live.await("READY");
            live.send("hold 150").await("DONE");
            // To the old generation: what this kernel says does not fall when H1 gives back, so that with live objects in eden there would be no room.
            live.send("full").await("DONE");
            Outcome quiet = checkQuiet(live);
            kernel.memory(595 * MB, 5 * MB);
            live.send("churn 4000").await("shrink: container");
            live.await("Pause Full (Memory Balancer Guard)");
            String sample = live.await("sample now=");
            Check.that(BalancerLog.field(sample, "limit") < BalancerLog.field(last(quiet), "limit"), "H1 has a smaller limit: " + sample);
            live.await("DONE");
            Outcome end = live.send("end").finish().exits(0);
            // H1 is as small as it can be soon: more of them would free nothing.
            Check.between(end.output().lines().filter(l -> l.contains("Pause Full (Memory Balancer Guard)")).count(), 1, 4, "guard's collections");
            quiet.lacks("\\(container\\)");
        }
    }

    private static String last(Outcome samples) {
        return samples.output().lines().reduce((first, second) -> second).orElseThrow();
    }

    private static Outcome checkQuiet(Live live) {
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            seen.append(live.await("sample now=")).append('\n');
        }
        return new Outcome(0, seen.toString());
    }
}
