// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary A program that fills its real control group with live objects, drops some at random and fills it again is never killed: pages of
 *          survivor spaces that had moved passed for H1's, and H1 got memory that did not exist. With a little less it never fails, where
 *          eden did not grow over an empty to-space, nor into from-space that had ended near its largest size
 * @library /lib /hints
 * @run main/timeout=480 TestBudgetRefilled
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.ProcessFiles;
import h2test.Vm;
import java.util.Random;

public class TestBudgetRefilled {
    private static final long MB = 1 << 20;
    private static final int CHAINS = 64, MOST_BYTES = 300_000, SECONDS = 10, MOST_SECONDS = 70, CREEP_SECONDS = 15, OVERHEAD = 24 + 8 + 16 + 8;
    private static final long BUDGET = 282 * MB, LEFT_FREE = 35 * MB;

    private record Node(Node next, byte[] data, long tag) {
        Node {
            data[0] = (byte) tag;
            data[data.length - 1] = (byte) tag;
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            refill(Long.parseLong(args[0]), args[1].equals("bounded") ? BUDGET - LEFT_FREE - besideHeap() : Long.MAX_VALUE);
            return;
        }
        for (int run = 0; run < 6; run++) {
            boolean isBounded = run > 3;
            long limit = run % 2 == 0 && !isBounded ? 200 * MB : 300 * MB;
            String[] sizes = limit == 200 * MB ? new String[] {"-Xmx188m", "-XX:InitialHeapSize=140m"} : new String[] {"-Xmx282m", "-Xms100m"};
            try (ControlGroup group = ControlGroup.make("spillway-refilled", limit);
                 Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-XX:SecondHeapSize=64m", "-XX:SecondHeapPath=.", "-XX:+UnlockDiagnosticVMOptions",
                         "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:+UseMemoryBalancer", "-XX:MinHeapSize=8m", sizes[0], sizes[1],
                         "-Xlog:balancer*=debug,gc", "-Ddev.spillway.management=false", "TestBudgetRefilled", "" + run, isBounded ? "bounded" : "")) {
                live.finish().exits(0).has(isBounded ? "REFILLED 0" : "REFILLED");
                Check.equal(group.kills(), 0L, "processes the kernel killed in run " + run);
            }
        }
    }

    private static long besideHeap() throws Exception {
        Runtime runtime = Runtime.getRuntime();
        return ProcessFiles.statusKb("RssAnon") * 1024 - (runtime.totalMemory() - runtime.freeMemory());
    }

    private static void refill(long seed, long mostLive) {
        Random random = new Random(seed);
        Node[] chains = new Node[CHAINS];
        long[] lengths = new long[CHAINS], held = new long[CHAINS];
        long live = 0, dropped = 0;      // the second of the last drop
        int crept = 0;
        long start = System.nanoTime();
        int full = 0;
        // Near the end each object may take a full collection, which is slow on a debug VM beside other tests.
        for (long tag = 0, seconds = 0; seconds < (full + crept < 2 && mostLive == Long.MAX_VALUE ? MOST_SECONDS : SECONDS); tag++, seconds = (System.nanoTime() - start) / 1_000_000_000L) {
            int chain = random.nextInt(CHAINS), bytes = 1 + (random.nextInt(100) == 0 ? random.nextInt(MOST_BYTES) : random.nextInt(200));
            boolean drops = live > mostLive;
            try {
                chains[chain] = new Node(chains[chain], new byte[bytes], tag);
                lengths[chain]++;
                held[chain] += bytes + OVERHEAD;
                live += bytes + OVERHEAD;
            } catch (OutOfMemoryError expected) {
                full++;
                drops = true;
            }
            // On a debug VM beside other tests it may creep towards the end, by a full collection for each object: no error comes for long.
            if (!drops && seconds - dropped > CREEP_SECONDS && Runtime.getRuntime().freeMemory() < MB) {
                crept++;
                drops = true;
            }
            dropped = drops ? seconds : dropped;
            for (int left = drops ? 1 + random.nextInt(60) : 0; left > 0; left--) {
                int which = random.nextInt(CHAINS);
                check(chains[which], lengths[which]);
                chains[which] = null;
                live -= held[which];
                held[which] = lengths[which] = 0;
            }
        }
        for (int chain = 0; chain < CHAINS; chain++) {      // or what follows may find no room, as the loading of any class
            chains[chain] = null;
        }
        boolean isDebug = !System.getProperty("jdk.debug").equals("release");
        Check.that(full + (isDebug ? crept : 0) > 1 || mostLive < Long.MAX_VALUE, "H1 was full once and again: " + full + " and " + crept);
        System.out.println("REFILLED " + full);
    }

    private static void check(Node chain, long expected) {
        long length = 0;
        for (Node node = chain; node != null; node = node.next()) {
            length++;
            if (node.data()[0] != (byte) node.tag() || node.data()[node.data().length - 1] != (byte) node.tag()) {
                throw new AssertionError("the contents of object " + node.tag() + " have changed");
            }
        }
        if (length != expected) {      // makes nothing where all is well: there is no room
            throw new AssertionError(length + " objects of " + expected);
        }
    }
}
