// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary With half of -Xmx live most collections are minor ones: what filled the heap once passed for what each minor collection would
 *          promote, and each became a full one, for good
 * @library /lib /hints
 * @run main TestHalfOfXmxLive
 */
import h2test.Check;
import h2test.Kernel;
import h2test.Outcome;
import h2test.Vm;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

public class TestHalfOfXmxLive {
    private static final long MB = 1 << 20;
    private static final int CHUNK = 8 * 1024;
    private static final int KEPT_OF = 8;      // allocated
    private static final long ALLOCATED = 4000 * MB;

    private static volatile Object latest;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            allocate(Integer.parseInt(args[0]));
            return;
        }
        for (String policy : new String[] {"default", "paper"}) {
            for (int most : new int[] {100, 300}) {
                mostlyMinor(policy, most);
            }
        }
    }

    private static void mostlyMinor(String policy, int most) throws Exception {
        try (Kernel kernel = new Kernel(Path.of(policy + most), 600 * MB)) {
            // Without -Xms, which is among the common options of these tests: H1 then begins with all of -Xmx.
            Outcome end = Vm.run("-XX:+UnlockDiagnosticVMOptions", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:+UseParallelGC", kernel.option(),
                    "-XX:SecondHeapSize=64m", "-XX:SecondHeapPath=.", "-XX:+UseMemoryBalancer", "-XX:MemoryBalancerPolicy=" + policy,
                    "-Xmx" + most + "m", "-Xlog:balancer*=debug,gc", "TestHalfOfXmxLive", "" + most / 2).exits(0).has("COLLECTIONS");
            String counts = end.output().lines().filter(l -> l.startsWith("COLLECTIONS")).findFirst().orElseThrow();
            System.out.println(policy + ", -Xmx" + most + "m: " + counts);
            Check.that(count(counts, "minor") > 2 * count(counts, "full"), policy + ", -Xmx" + most + "m: " + counts);
        }
    }

    private static int count(String counts, String kind) {
        return Integer.parseInt(counts.replaceAll(".* " + kind + " (\\d+).*", "$1"));
    }

    private static void allocate(int live) {
        byte[][] kept = new byte[(int) (live * MB / CHUNK)][CHUNK];
        for (long i = 0; i < ALLOCATED / CHUNK; i++) {
            byte[] fresh = new byte[CHUNK];
            latest = fresh;
            if (i % KEPT_OF == 0) {
                kept[(int) (i / KEPT_OF % kept.length)] = fresh;
            }
        }
        StringBuilder counts = new StringBuilder("COLLECTIONS");
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            counts.append(bean.getName().contains("Scavenge") ? " minor " : " full ").append(bean.getCollectionCount());
        }
        System.out.println(counts);
    }
}
