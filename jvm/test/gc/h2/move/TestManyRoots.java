// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A million roots are tagged in one call, survive young collections, and move
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC TestManyRoots
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestManyRoots {
    private static final int ROOTS = 1_000_000;

    public static void main(String[] args) {
        H2.required();
        Object[] roots = Graphs.array(ROOTS, i -> new int[] {i});
        SecondHeap.tagRoots(roots, 1);
        Check.equal(SecondHeap.statistics().waitingRoots(), (long) ROOTS, "waiting roots");
        Gc.young();
        SecondHeap.moveNow();
        for (int i = 0; i < ROOTS; i++) {
            if (!SecondHeap.contains(roots[i]) || ((int[]) roots[i])[0] != i) {
                throw new AssertionError("root " + i);
            }
        }
        Check.equal(SecondHeap.statistics().movedObjects(), (long) ROOTS, "moved objects");
        Check.equal(SecondHeap.statistics().waitingRoots(), 0L, "waiting roots");
    }
}
