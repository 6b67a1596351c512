// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary When H2 is full the rest stays in H1 unharmed, one warning says so, and freed space is used again
 * @library /lib /hints
 * @run main TestH2Full
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import h2test.Outcome;
import h2test.Vm;

public class TestH2Full {
    private static final int LABELS = 30;

    public static void main(String[] args) {
        if (args.length == 0) {
            for (String threads : new String[] {"1", "4"}) {
                Outcome o = Vm.runH2("-XX:SecondHeapSize=64m", "-Xms480m", "-Xmx480m", "-XX:-VerifyBeforeGC",
                        "-XX:ParallelGCThreads=" + threads, TestH2Full.class.getName(), "child");
                long warnings = o.exits(0).output().lines().filter(l -> l.contains("[warning]")).count();
                Check.equal(warnings, 1L, "warnings in\n" + o.output());
            }
            return;
        }
        Object[] roots = Graphs.array(LABELS, i -> new Node(i, Graphs.list(10_000, i), new byte[9_600_000]));
        for (int i = 0; i < LABELS; i++) {
            SecondHeap.tagRoot(roots[i], i);
        }
        long sum = Checksum.of(roots);
        for (int i = 0; i < 3; i++) {
            SecondHeap.moveNow();
            Gc.young();
        }
        Check.equal(Checksum.of(roots), sum, "content while H2 is full");
        Check.between(H2.used(), 32 << 20, 64 << 20, "bytes used of 64 MB");
        Check.that(SecondHeap.statistics().leftBehindObjects() > 0, "nothing left behind");
        // A program that bounds what waits has to see what found no place.
        Check.that(SecondHeap.statistics().waitingBytes() > 0, "the roots that found no place wait for nothing");
        Node last = (Node) roots[LABELS - 1];
        java.util.Arrays.fill(roots, null);
        SecondHeap.tagRoot(last, 1000);
        // One collection frees H2, and another moves.
        SecondHeap.moveNow();
        H2.in(last, "graph moved into freed space");
        Check.equal(Checksum.of(last.next), Checksum.of(Graphs.list(10_000, LABELS - 1)), "its content");
    }
}
