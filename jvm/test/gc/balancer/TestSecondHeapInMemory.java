// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary H2 in a file system that is memory itself leaves H1 little of a container, at once: its initial size was for all of it, and it stayed above
 *          its ceiling while live objects were left in eden; the kernel killed
 * @library /lib /hints
 * @run main/timeout=300 TestSecondHeapInMemory
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

public class TestSecondHeapInMemory {
    private static final long MB = 1 << 20;
    private static final int LIVE_MB = 100, MOVED_MB = 300, KEPT_OF = 8;

    private static volatile Object latest;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            fill(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
            return;
        }
        if (Files.getFileStore(Path.of("/dev/shm")).getUsableSpace() < 450 * MB) {
            throw Check.skipped("/dev/shm has no 450 MB");
        }
        Path directory = Files.createTempDirectory(Path.of("/dev/shm"), "spillway");
        try {
            for (int run = 0; run < 2; run++) {
                survives(directory, "30", "100");          // small objects: the first minor collections copy all of eden
                survives(directory, "60", "32768");
            }
        } finally {
            Files.delete(directory);
        }
    }

    private static void survives(Path directory, String... program) throws Exception {
        // As without -Xmx and -Xms, which the common options of these tests and jtreg's would make smaller.
        try (ControlGroup group = ControlGroup.make("spillway-tmpfs", 640 * MB);
             Live live = Vm.startIn(group, "-XX:+UnlockDiagnosticVMOptions", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:+UseParallelGC",
                     "-XX:SecondHeapSize=400m", "-XX:SecondHeapPath=" + directory, "-XX:+UseMemoryBalancer", "-Xmx601m", "-XX:InitialHeapSize=451m",
                     "-XX:MinHeapSize=8m", "-Xlog:balancer*=debug,gc", "-Ddev.spillway.management=false", "TestSecondHeapInMemory", program[0], program[1])) {
            Outcome end = live.finish();
            Check.equal(group.kills(), 0L, "processes the kernel killed with steps of " + program[0] + " MB of " + program[1] + " bytes each");
            end.exits(0).has("SURVIVED").lacks("OutOfMemoryError");
        }
    }

    private static void fill(int step, int chunk) {
        byte[][] kept = new byte[(LIVE_MB << 20) / chunk][chunk];
        List<Object> roots = new ArrayList<>();
        for (int moved = 0; moved < MOVED_MB; moved += step) {
            byte[][] root = new byte[(step << 20) / chunk][chunk];
            roots.add(root);
            SecondHeap.tagRoot(root, 1);
            SecondHeap.moveNow();
        }
        SplittableRandom random = new SplittableRandom(1);
        long end = System.nanoTime() + 8_000_000_000L;
        for (long i = 0; (i & 255) != 0 || System.nanoTime() < end; i++) {
            byte[] fresh = new byte[chunk];
            latest = fresh;
            if (i % KEPT_OF == 0) {
                kept[random.nextInt(kept.length)] = fresh;
            }
        }
        Check.that(SecondHeap.statistics().movedBytes() >= MOVED_MB * MB, "moved " + SecondHeap.statistics().movedBytes() + " bytes");
        Reference.reachabilityFence(roots);
        System.out.println("SURVIVED");
    }
}
