// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary In a real control group: page cache that fills it beside a growing heap raises no alarm, and a lowered limit is kept
 * @library /lib /hints
 * @build Job
 * @run main TestControlGroup
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class TestControlGroup {
    private static final long MB = 1 << 20;
    // Native memory and the kernel's own share of the group, which its anonymous memory does not show.
    private static final long OTHER = 24 * MB;

    public static void main(String[] args) throws Exception {
        // Past the page cache, so that its pages are charged to the group that reads it.
        String file = Path.of("cached.bin").toAbsolutePath().toString();
        Outcome written = Vm.command(List.of("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=700", "oflag=direct"));
        if (written.exit() != 0) {
            throw Check.skipped("no file of 700 MB can be written here: " + written.output());
        }
        String[] options = Vm.balancer("-XX:MemoryBalancerInterval=200", "-Xlog:gc", "Job");
        try (ControlGroup group = ControlGroup.make("spillway-balancer", 640 * MB);
             Live live = Vm.startIn(group, options)) {
            live.await("READY");
            live.send("hold 150").await("DONE");
            live.send("cache " + file).await("DONE");
            Check.that(group.anonymous() + group.pageCache() > 560 * MB, "page cache does not fill the group");
            samples(live, 5);
            live.send("hold 300").await("DONE");
            // Eden has touched its pages, or the group would hold no less below the lowered limit.
            live.send("garbage 500").await("DONE");
            long before = group.anonymous();
            live.send("hold 20").await("DONE");
            live.send("full").await("DONE");
            // The kernel does not take a limit below what it cannot reclaim; it has to be given back first, step by step. Much lower ones
            // would need more to be free than the margin that the balancer leaves.
            for (long limit = 600 * MB; limit >= 360 * MB; limit -= 20 * MB) {
                lower(group, live, limit);
                live.await("has " + limit / MB + "M of memory now");
            }
            samples(live, 10);
            long after = group.anonymous();
            System.out.println("anonymous memory of the group: " + before / MB + " MB, then " + after / MB + " MB");
            Check.that(before > 300 * MB, "the heap held 300 MB");
            Check.that(after < before && after < 350 * MB, "memory went back to the system");
            Outcome end = live.send("end").finish().exits(0);
            end.has("memory: control group version " + (group.first() ? 1 : 2)).lacks("OutOfMemoryError").lacks("shrink: container");
            // Page cache that fills the group is no reason to collect, either.
            new Outcome(0, end.output().split("has 600M of memory now")[0]).lacks("\\(container\\)");
        } finally {
            Files.delete(Path.of(file));
        }
    }

    private static void samples(Live live, int number) {
        for (int i = 0; i < number; i++) {
            live.await("sample now=");
        }
    }

    // The balancer follows the last limit within a few samples. Version 2 takes any limit, but kills what does not fit; version 1
    // refuses it. Reading on keeps the JVM from waiting for its output; the watchdog of Live ends a wait that is too long.
    private static void lower(ControlGroup group, Live live, long bytes) throws IOException {
        while (true) {
            if (group.anonymous() < bytes - OTHER) {
                try {
                    group.limit(bytes);
                    return;
                } catch (IOException busy) {
                    System.out.println("not yet " + bytes / MB + " MB: " + busy.getMessage());
                }
            }
            live.await("sample now=");
        }
    }
}
