// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary With the policy default a program that reads at random, turns to data that fit, or reads another file, reads hardly more than with the policy marginal
 * @library /lib /hints
 * @build Job
 * @run main/timeout=400 TestScansAndOthers
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.ProcessFiles;
import h2test.ReadLimit;
import h2test.Vm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public class TestScansAndOthers {
    private static final long MB = 1 << 20;
    private static final int DATA = 320;

    public static void main(String[] args) throws Exception {
        Path file = Path.of("other");
        // Not by way of the page cache: it counts for the group that reads it.
        Outcome written = Vm.command(List.of("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=80", "oflag=direct"));
        if (written.exit() != 0) {
            throw Check.skipped("no file can be written here past the page cache: " + written.output());
        }
        List<Long> alone = read("marginal", file), dropping = read("default", file);
        System.out.println("MB read at random, of what fits, beside another file: " + alone + ", with the policy default " + dropping);
        Check.that(dropping.get(0) * 100 <= alone.get(0) * 135, "random reads");
        // Read in each of the twelve passes it would be 1440 and 1560 MB.
        Check.that(dropping.get(1) <= alone.get(1) + 200, "data that fit");
        Check.that(dropping.get(2) <= alone.get(2) + 200, "data that fit once another file has made room");
    }

    // Of each part of the program the megabytes that it has read in the end.
    private static List<Long> read(String policy, Path file) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-others-" + policy, 384 * MB);
             ReadLimit limit = ReadLimit.make(group, Path.of("."), 200 * MB);
             Live live = Vm.startIn(group, limit, Vm.balancer("-Xms64m", "-Xmx128m", "-XX:SecondHeapSize=512m", "-XX:SecondHeapRegionSize=4m",
                     "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
            live.await("READY");
            for (int i = 0; i < DATA / 40; i++) {
                live.send("hold 40").await("DONE");
                live.send("tag 40").await("DONE");
                live.send("move").await("DONE");
            }
            List<Long> found = new ArrayList<>();
            repeat(live, 4, "scan");
            found.add(repeat(live, 8, "pick 5000"));
            repeat(live, 6, "scan");
            repeat(live, 12, "part 120");
            found.add(repeat(live, 12, "part 120"));
            repeat(live, 4, "scan");
            live.send("cache " + file.toAbsolutePath()).await("DONE");
            repeat(live, 15, "part 130");
            found.add(repeat(live, 12, "part 130"));
            if (policy.equals("default")) {
                Vm.tool("jcmd", Long.toString(live.pid()), "GC.memory_balancer").exits(0).has("dropped behind them [1-9][0-9]+M");
            }
            live.send("end").finish().exits(0);
            return found;
        }
    }

    private static long repeat(Live live, int times, String command) throws Exception {
        long before = ProcessFiles.readBytes(live.pid());
        for (int i = 0; i < times; i++) {
            live.send(command).await("DONE");
        }
        return (ProcessFiles.readBytes(live.pid()) - before) / MB;
    }
}
