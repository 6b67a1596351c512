// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=once
 * @key root
 * @summary Native memory grows beside a full heap in a real control group: the kernel kills stock, not the balancer's JVM
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestSurvival 1
 */
/*
 * @test id=soak
 * @key root soak
 * @summary The same 20 times; -vmoptions:-Dsurvival.runs=N for another number
 * @library /lib /hints
 * @build Job
 * @run main/timeout=1200 TestSurvival 20
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class TestSurvival {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 640 * MB;
    private static final int KILLED = 128 + 9;
    private static final int NATIVE_MB = 260;
    private static final int[] RATES = {50, 100, 200, 400};      // MB a second

    public static void main(String[] args) throws Exception {
        int runs = Integer.getInteger("survival.runs", Integer.parseInt(args[0]));
        // Past the page cache, so that its pages are charged to the group that reads it.
        String file = Path.of("cached.bin").toAbsolutePath().toString();
        Outcome written = Vm.command(List.of("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=700", "oflag=direct"));
        if (written.exit() != 0) {
            throw Check.skipped("no file of 700 MB can be written here: " + written.output());
        }
        try {
            for (int i = 0; i < runs; i++) {
                int rate = RATES[i % RATES.length];
                System.out.println("run " + (i + 1) + " of " + runs + ", " + rate + " MB of native memory a second");
                stockIsKilled(file, rate);
                balancerSurvives(file, rate);
            }
        } finally {
            Files.delete(Path.of(file));
        }
    }

    private static void stockIsKilled(String file, int rate) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-stock", LIMIT);
             Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-Xms64m", "-Xmx560m", "Job")) {
            live.await("READY");
            Outcome end = live.send("hold 100 storm 3000 cache " + file + " native " + NATIVE_MB + " " + rate + " storm 2000 end").finish();
            Check.that(group.kills() > 0, "the kernel did not kill stock, so nothing was tested: " + end);
            end.exits(KILLED);
        }
    }

    private static void balancerSurvives(String file, int rate) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-survival", LIMIT);
             Live live = Vm.startIn(group, Vm.balancer("-Xmx560m", "-Xlog:gc", "Job"))) {
            live.await("READY");
            live.send("hold 100 storm 3000").await("DONE");
            live.await("DONE");
            long filled = 0;
            // What a collection gives back meanwhile is filled at the next reading only.
            for (int i = 0; i < 5 && filled <= LIMIT - 64 * MB; i++) {
                live.send("cache " + file).await("DONE");
                filled = group.anonymous() + group.pageCache();
            }
            Check.that(filled > LIMIT - 64 * MB, "heap and page cache do not fill the group: " + filled / MB + " MB");
            Outcome end = live.send("native " + NATIVE_MB + " " + rate + " storm 2000 end").finish();
            Check.equal(group.kills(), 0L, "processes the kernel killed");
            end.exits(0).lacks("OutOfMemoryError");
            String[] parts = end.output().split("TAKES other memory");
            new Outcome(0, parts[0]).lacks("\\(container\\)");     // page cache is no reason to shrink, nor to collect
            new Outcome(0, parts[1]).has("] shrink: ");
        }
    }
}
