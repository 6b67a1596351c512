// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary A full collection leaves the old generation the memory that its limit allows while no reads cost time, as each page would be
 *          taken anew; once they do it falls to the size that stock gives it, without a further full collection. MaxHeapFreeRatio asks for it back
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
        long stays;
        try (ControlGroup group = ControlGroup.make("spillway-old", LIMIT); Live live = start(group, "100")) {
            fill(live);
            stays = stays(live);
            falls(live, stays);
            Check.equal(group.kills(), 0L, "processes the kernel killed");
        }
        try (ControlGroup group = ControlGroup.make("spillway-old", LIMIT); Live live = start(group, "70")) {
            fill(live);
            does(live, "full", "garbage 1500");
            long asked = BalancerLog.field(live.await("sample now="), "committed");
            Check.that(asked < stays - VISIBLE, "H1 has " + asked / MB + " MB with a ratio, and " + stays / MB + " without");
        }
    }

    private static Live start(ControlGroup group, String ratio) throws Exception {
        return Vm.startIn(group, Vm.balancer("-Xmx384m", "-XX:+UseAdaptiveSizePolicyWithSystemGC", "-XX:SecondHeapSize=1g", "-Xlog:gc",
                "-XX:MinHeapFreeRatio=0", "-XX:MaxHeapFreeRatio=" + ratio, "Job"));
    }

    private static void fill(Live live) {
        live.await("READY");
        // More than the page cache can have beside H1.
        for (int i = 0; i < 5; i++) {
            does(live, "hold 80", "tag 80", "move");
        }
        // Promotes much, then little: so much the less is stock's size. Reads of before, as collections may make, are forgotten by then.
        does(live, "hold 150", "storm 3000", "hold 8", "garbage 9000");
    }

    // Reads of other tests may pass for the program's meanwhile.
    private static long stays(Live live) {
        for (int i = 0; i < 10; i++) {
            long filled = BalancerLog.field(live.await("keeps=1"), "committed");
            does(live, "full", "garbage 1500");
            String after = live.await("sample now=");
            if (after.contains("keeps=1")) {
                long stays = BalancerLog.field(after, "committed");
                Check.that(stays > filled - VISIBLE / 2, "H1 had " + filled / MB + " MB before the full collection, and after it: " + after);
                return stays;
            }
        }
        throw new AssertionError("no time without reads");
    }

    // What the limit takes comes later, when the effect of growth has been looked at; on a slow machine it may come first.
    private static void falls(Live live, long stays) {
        live.send("read 150000");
        boolean fell = false;
        String line;
        do {
            line = live.awaitAny("sample now=", "Pause Full", "reads cost time: old generation ");
            Check.that(!line.contains("Pause Full"), "falls without a full collection");
            fell |= line.contains("reads cost time");
        } while (!line.contains("sample now=") || BalancerLog.field(line, "committed") > stays - VISIBLE);
        System.out.println("H1 had " + stays / MB + " MB, and has " + BalancerLog.field(line, "committed") / MB + ": " + line);
        if (BalancerLog.field(line, "limit") < stays - VISIBLE) {
            Check.partSkipped("the limit has fallen before");
        } else {
            Check.that(fell, "what made the old generation smaller?");
        }
    }

    private static void does(Live live, String... commands) {
        for (String command : commands) {
            live.send(command).await("DONE");
        }
    }
}
