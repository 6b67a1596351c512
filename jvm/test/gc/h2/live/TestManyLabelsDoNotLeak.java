// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Ten thousand labels that come and go leave nothing behind: no regions, no bytes, no labels
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC -XX:-VerifyAfterGC TestManyLabelsDoNotLeak
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestManyLabelsDoNotLeak {
    private static final int LABELS = 10_000;
    private static final int AT_ONCE = 500;

    public static void main(String[] args) {
        H2.required();
        for (int first = 0; first < LABELS; first += AT_ONCE) {
            batch(first);
        }
        Gc.full();
        Check.equal(H2.used(), 0L, "bytes used at the end");
        Check.equal(SecondHeap.statistics().regionsUsed(), 0L, "regions used at the end");
        Check.equal(SecondHeap.statistics().labels(), 0L, "labels at the end");
    }

    private static void batch(int first) {
        Object[] roots = Graphs.array(AT_ONCE, i -> Graphs.list(20, i));
        for (int i = 0; i < AT_ONCE; i++) {
            SecondHeap.tagRoot(roots[i], first + i);
        }
        SecondHeap.moveNow();
        Check.that(SecondHeap.contains(roots[0]), "nothing of batch " + first + " moved");
        for (int i = 0; i < AT_ONCE; i++) {
            Check.equal(Checksum.of(roots[i]), Checksum.of(Graphs.list(20, i)), "label " + (first + i));
        }
    }
}
