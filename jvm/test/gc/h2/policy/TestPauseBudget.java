// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary With a budget one collection moves only a part, the rest follows in later ones, and all of it arrives
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xms512m -Xmx512m -XX:-VerifyBeforeGC -XX:-VerifyAfterGC -XX:SecondHeapPauseBudget=20 TestPauseBudget
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestPauseBudget {
    private static final int LABELS = 40;

    public static void main(String[] args) {
        H2.required();
        Object[] roots = Graphs.array(LABELS, i -> Graphs.of(Graphs.Shape.ROWS, 60_000, i));
        long sum = Checksum.of(roots);
        for (int i = 0; i < LABELS; i++) {
            SecondHeap.tagRoot(roots[i], i);
            SecondHeap.move(i);
        }
        Gc.full();
        int first = moved(roots);
        int collections = 1;
        for (int before = -1; moved(roots) < LABELS; collections++) {
            Check.that(moved(roots) > before, "a collection moved nothing with " + moved(roots) + " of " + LABELS + " moved");
            before = moved(roots);
            Gc.full();
            Check.equal(Checksum.of(roots), sum, "content after collection " + collections);
        }
        System.out.println(first + " labels in the first of " + collections + " collections");
        Check.that(collections > 2, "80 MB moved in " + collections + " collections with a budget of 20 ms");
    }

    private static int moved(Object[] roots) {
        int n = 0;
        for (Object root : roots) {
            n += SecondHeap.contains(root) ? 1 : 0;
        }
        return n;
    }
}
