// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A moved object right before the end of the dense prefix is not overwritten by a filler
 * @comment Every second 2-word object moves, at each possible distance to the ends of compaction regions, while the old
 *          generation in front of it stays in the dense prefix.
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops -XX:MarkSweepAlwaysCompactCount=100 TestDensePrefixFiller
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:MarkSweepAlwaysCompactCount=100 TestDensePrefixFiller
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestDensePrefixFiller {
    private static final int SIZE = 60_000;

    public static void main(String[] args) {
        H2.required();
        for (int round = 0; round < 4; round++) {
            Object[] mixed = Graphs.array(SIZE, i -> new Object());
            Gc.full();
            int from = SIZE / 4 * round;
            Object[] roots = new Object[SIZE / 8];
            int[] hashes = new int[roots.length];
            for (int i = 0; i < roots.length; i++) {
                roots[i] = mixed[from + i * 2];
                hashes[i] = (i & 1) == 0 ? roots[i].hashCode() : 0;
            }
            SecondHeap.tagRoots(roots, round);
            SecondHeap.moveNow();
            for (int i = 0; i < roots.length; i++) {
                H2.in(roots[i], "root");
                Check.that(roots[i] == mixed[from + i * 2] && roots[i].getClass() == Object.class, "root " + i);
                Check.that((i & 1) != 0 || roots[i].hashCode() == hashes[i], "hash of root " + i);
            }
        }
    }
}
