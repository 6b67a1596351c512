// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary While H2 is full, tagging and hinting go on without a full collection for each call
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapSize=16m -XX:SecondHeapMoveTrigger=4m -XX:-VerifyBeforeGC -XX:-VerifyAfterGC TestNoCollectionStorm
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestNoCollectionStorm {
    public static void main(String[] args) {
        H2.required();
        Object[] roots = Graphs.array(30, i -> Graphs.regions(1));
        SecondHeap.tagRoots(roots, 1);
        SecondHeap.moveNow();
        Check.that(SecondHeap.statistics().leftBehindObjects() > 0, "H2 is not full");
        Object[] more = Graphs.array(200, i -> new byte[100_000]);
        long before = Gc.fullCount();
        for (int i = 0; i < more.length; i++) {
            SecondHeap.tagRoot(more[i], i);
            SecondHeap.move(i);
        }
        Check.between(Gc.fullCount() - before, 0, 10, "full collections for 200 roots");
        Check.that(more[7] != roots[7], "roots");
    }
}
