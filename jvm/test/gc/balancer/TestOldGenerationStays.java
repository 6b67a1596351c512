// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary A full collection leaves the old generation the memory that its limit allows while no reads cost time, as each page would be
 *          taken anew; once they do it falls to the size that stock gives it, without a further full collection
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestOldGenerationStays
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Vm;

public class TestOldGenerationStays {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 512 * MB;
    private static final long VISIBLE = 64 * MB;

    public static void main(String[] args) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-old", LIMIT);
             Live live = Vm.startIn(group, Vm.balancer("-Xmx384m", "-XX:+UseAdaptiveSizePolicyWithSystemGC", "-XX:SecondHeapSize=1g", "Job"))) {
            live.await("READY");
            // More than the page cache can have beside H1.
            for (int i = 0; i < 5; i++) {
                does(live, "hold 80", "tag 80", "move");
            }
            // Promotes much, then little: so much the less is stock's size. Reads of before, as collections may make, are forgotten by then.
            does(live, "hold 150", "storm 3000", "hold 8", "garbage 9000");
            long filled = sample(live, "committed");
            does(live, "full", "garbage 1500");
            String line = live.await("sample now=");
            long stays = BalancerLog.field(line, "committed");
            Check.that(stays > filled - VISIBLE / 2, "H1 had " + filled / MB + " MB before the full collection, and after it: " + line);

            live.send("read 150000").await("reads cost time: old generation ");
            long limit, held;
            do {
                line = live.await("sample now=");
                limit = BalancerLog.field(line, "limit");
                held = BalancerLog.field(line, "committed");
            } while (held > stays - VISIBLE);
            System.out.println("H1 had " + stays / MB + " MB, and has " + held / MB + " of " + limit / MB + " MB");
            Check.that(held < limit, "the limit alone has made H1 smaller: " + line);
            Check.equal(group.kills(), 0L, "processes the kernel killed");
        }
    }

    private static long sample(Live live, String field) {
        return BalancerLog.field(live.await("sample now="), field);
    }

    private static void does(Live live, String... commands) {
        for (String command : commands) {
            live.send(command).await("DONE");
        }
    }
}
