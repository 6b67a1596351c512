// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A label that finds no region does not keep the others from filling theirs
 * @library /lib /hints
 * @run main TestLabelsFillTheirRegions
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.H2;
import h2test.Node;
import h2test.Vm;

public class TestLabelsFillTheirRegions {
    private static final int LABELS = 9;
    private static final int NODES = 20_000;
    private static final int PAYLOAD = 1_000;

    public static void main(String[] args) {
        if (args.length == 0) {
            for (String threads : new String[] {"1", "4"}) {
                Vm.runH2("-XX:SecondHeapSize=128m", "-XX:SecondHeapRegionSize=16m", "-Xms600m", "-Xmx600m", "-XX:-VerifyBeforeGC",
                        "-XX:ParallelGCThreads=" + threads, TestLabelsFillTheirRegions.class.getName(), "child").exits(0);
            }
            return;
        }
        // Objects of all labels lie side by side, so that they are moved at the same time: eight regions, nine labels of more than one each.
        Object[] roots = new Object[LABELS];
        for (int i = 0; i < NODES; i++) {
            for (int label = 0; label < LABELS; label++) {
                roots[label] = new Node(i, (Node) roots[label], new byte[PAYLOAD]);
            }
        }
        for (int label = 0; label < LABELS; label++) {
            SecondHeap.tagRoot(roots[label], label);
        }
        long sum = Checksum.of(roots);
        SecondHeap.moveNow();
        Check.equal(Checksum.of(roots), sum, "content");
        Check.between(H2.used(), 112 << 20, 128 << 20, "bytes used of 128 MB");
    }
}
