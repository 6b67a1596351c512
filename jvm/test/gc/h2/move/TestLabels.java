// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Any 64-bit label is legal; a label moves only when it may
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestLabels
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders TestLabels
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestLabels {
    private static final long[] LABELS = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 1L << 40, -(1L << 40), 0xFFFFFFFFL};

    public static void main(String[] args) {
        H2.required();
        Object[] roots = Graphs.array(LABELS.length, i -> Graphs.list(100 + i, LABELS[i]));
        long sum = Checksum.of(roots);
        for (int i = 0; i < LABELS.length; i++) {
            SecondHeap.tagRoot(roots[i], LABELS[i]);
        }
        Gc.full();
        for (Object root : roots) {
            H2.notIn(root, "root of a label that was not allowed to move");
        }
        SecondHeap.move(12345);
        for (int i = 0; i < LABELS.length; i++) {
            SecondHeap.move(LABELS[i]);
            Gc.full();
            for (int j = 0; j < LABELS.length; j++) {
                Check.equal(SecondHeap.contains(roots[j]), j <= i, "root of label " + LABELS[j] + " in H2 after move(" + LABELS[i] + ")");
            }
        }
        Check.equal(SecondHeap.statistics().labels(), (long) LABELS.length, "labels in use");
        Check.equal(Checksum.of(roots), sum, "checksum");
    }
}
