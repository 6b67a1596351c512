// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Native memory that is taken beside a heap that is committed, but was never written to, counts: it passed for the heap's,
 *          which then grew until the kernel killed
 * @library /lib /hints
 * @run main/timeout=240 TestUntouchedHeap
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Vm;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;

public class TestUntouchedHeap {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 400 * MB;
    private static final int NATIVE_MB = 120, THREADS = 2, HELD = 480, CHUNK = 64 * 1024, SECONDS = 5;

    private static volatile Object latest;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            allocate(Long.parseLong(args[0]));
            return;
        }
        for (int run = 0; run < 6; run++) {
            // As without a size, where three quarters of the budget are committed from the start (not with the options of these tests).
            try (ControlGroup group = ControlGroup.make("spillway-untouched", LIMIT);
                 Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-XX:SecondHeapSize=256m", "-XX:SecondHeapPath=.", "-XX:+UnlockDiagnosticVMOptions",
                         "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:+UseMemoryBalancer", "-Xmx" + LIMIT, "-XX:InitialHeapSize=282m", "-XX:MinHeapSize=8m", "-Xlog:balancer*=debug,gc",
                         "-Ddev.spillway.management=false", "TestUntouchedHeap", "" + run % 2 * 2000)) {
                live.finish().exits(0).has("SURVIVED").lacks("OutOfMemoryError");
                Check.equal(group.kills(), 0L, "processes the kernel killed in run " + run);
            }
        }
    }

    private static void allocate(long millis) throws InterruptedException {
        Arena.global().allocate(NATIVE_MB * MB).fill((byte) 1);
        Thread.sleep(millis);
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = Thread.ofPlatform().start(() -> churn(end));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("SURVIVED");
    }

    private static void churn(long end) {
        ArrayDeque<byte[]> held = new ArrayDeque<>();
        while (System.nanoTime() < end) {
            held.add(new byte[CHUNK]);
            if (held.size() > HELD) {
                held.poll();
            }
            latest = new byte[CHUNK];
        }
    }
}
