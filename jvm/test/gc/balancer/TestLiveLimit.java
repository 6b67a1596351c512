// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A limit that is lowered or raised while the program runs is followed, and memory above it goes back to the system
 * @library /lib /hints
 * @build Job
 * @run main TestLiveLimit
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Kernel;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestLiveLimit {
    private static final long MB = 1 << 20;
    // The optimizing compiler takes 20 MB outside of H1 when it likes, which are no memory that H1 keeps.
    private static final String NO_OPTIMIZER = "-XX:TieredStopAtLevel=1";

    public static void main(String[] args) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("container"), 600 * MB).memory(0, 0);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=200", "-Xlog:gc*", NO_OPTIMIZER, "Job"))) {
            live.await("READY");
            long full = rss(live, "hold 300");
            live.send("hold 20").await("DONE");
            live.send("full").await("DONE");
            kernel.limit(200 * MB);
            live.await("has 200M of memory now, had 600M");
            live.await("shrink: ceiling");
            // The limit takes effect in the next collections, of which the balancer asks for one by itself.
            live.await("(Memory Balancer)");
            live.send("full").await("DONE");
            live.send("young").await("DONE");
            long small = rss(live, "young");
            Check.between(full, 300, 1000, "MB of anonymous memory while 300 MB are live");
            Check.that(small < full - 100, "anonymous memory fell from " + full + " to " + small + " MB only");
            kernel.limit(600 * MB);
            live.await("has 600M of memory now, had 200M");
            String sample = live.await("sample now=");
            Check.between(BalancerLog.field(sample, "ceiling") / MB, 500, 600, "MB that H1 may have of 600");
            Check.between(BalancerLog.field(sample, "limit") / MB, 64, 200, "MB of limit before H1 grows");
            rss(live, "hold 280");
            // Until a full collection what survives may exceed the limit, up to the ceiling.
            live.send("full").await("DONE");
            sample = live.await("sample now=");
            // Whichever rule let it grow: the policy that waits for effects, or a collection that needed it at once.
            Check.between(BalancerLog.field(sample, "limit") / MB, 280, 600, "MB of limit while 280 MB are live");
            live.send("end").finish().exits(0).lacks("OutOfMemoryError");
        }
        keepsItsLeastSize();
    }

    private static void keepsItsLeastSize() throws Exception {
        try (Kernel kernel = new Kernel(Path.of("narrow"), 600 * MB).memory(0, 0);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=100", "-Xms128m", "Job"))) {
            live.await("READY");
            kernel.limit(100 * MB);
            String told = live.await("M for the first heap, less than its least size of 128M (-Xms), which it keeps");
            // 94 MB, less what the stand-in says the process has beside H1.
            Check.between(Long.parseLong(told.replaceAll(".* has (\\d+)M for.*", "$1")), 90, 94, "MB for the first heap");
            for (int sample = 0; sample < 4; sample++) {
                Check.between(BalancerLog.field(live.await("sample now="), "ceiling") / MB, 128, 128, "MB that H1 may have");
            }
            Outcome end = live.send("end").finish().exits(0).lacks("OutOfMemoryError");
            Check.equal(end.output().lines().filter(l -> l.contains("less than its least size")).count(), 1L, "times it is said");
        }
    }

    private static long rss(Live live, String command) {
        String line = live.send(command).await("DONE rss");
        return Long.parseLong(line.replaceAll(".*rss (\\d+) MB.*", "$1"));
    }
}
