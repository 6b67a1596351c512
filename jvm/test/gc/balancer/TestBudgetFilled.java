// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary A program that fills its real control group with live objects gets all of the budget, then OutOfMemoryError: the kernel
 *          killed it where the old generation grew beside a young one that could not shrink, and where what eden never wrote to passed for its memory
 * @library /lib /hints
 * @run main/timeout=240 TestBudgetFilled
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.ProcessFiles;
import h2test.Vm;
import java.util.ArrayList;
import java.util.List;

public class TestBudgetFilled {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 266 * MB;
    private static final int FIRST_MB = 60, PIECE = 256 * 1024;

    private static volatile Object latest;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            fill();
            return;
        }
        for (String most : new String[] {"280m", "400m", "900m"}) {
            for (String policy : new String[] {"default", "paper"}) {
                try (ControlGroup group = ControlGroup.make("spillway-filled", LIMIT);
                     Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-XX:SecondHeapSize=64m", "-XX:SecondHeapPath=.", "-XX:+UnlockDiagnosticVMOptions",
                             "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:+UseMemoryBalancer", "-XX:MemoryBalancerPolicy=" + policy, "-Xmx" + most,
                             "-Xlog:balancer*=debug,gc", "-Ddev.spillway.management=false", "TestBudgetFilled", "fill")) {
                    String filled = live.await("FILLED");
                    System.out.println(most + " " + policy + ": " + filled);
                    live.finish().exits(0);
                    Check.equal(group.kills(), 0L, "processes the kernel killed with -Xmx" + most);
                    // The budget is 250 MB, of which a fastdebug VM takes some 60 itself.
                    Check.between(Long.parseLong(filled.replaceAll(".*FILLED (\\d+) MB.*", "$1")), 160, 250, "MB of live objects");
                }
            }
        }
    }

    private static void fill() throws Exception {
        List<byte[]> held = new ArrayList<>();
        for (int i = 0; i < FIRST_MB * 4; i++) {
            held.add(new byte[PIECE]);
        }
        System.gc();
        Thread.sleep(1500);
        for (int i = 0; i < 80; i++) {
            latest = new byte[1 << 20];
        }
        System.gc();
        int pieces = 0;
        try {
            while (true) {
                held.add(new byte[PIECE]);
            }
        } catch (OutOfMemoryError expected) {
            pieces = held.size();
            held = null;      // or there is no room for what follows
        }
        long anonymous = ProcessFiles.statusKb("RssAnon") / 1024;
        System.out.println("FILLED " + pieces / 4 + " MB, " + anonymous + " MB of anonymous memory");
    }
}
