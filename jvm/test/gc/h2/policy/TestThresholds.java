// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=above
 * @summary Above the high threshold tagged roots move without a hint, oldest first, until H1 is at the low threshold
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=1 -XX:SecondHeapHighThreshold=40 -XX:SecondHeapLowThreshold=20 TestThresholds above
 */
/*
 * @test id=below
 * @summary Below the high threshold nothing moves without a hint
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapHighThreshold=90 -XX:SecondHeapLowThreshold=50 TestThresholds below
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestThresholds {
    private static final int ROOTS = 20;

    public static void main(String[] args) {
        H2.required();
        Object[] roots = Graphs.array(ROOTS, i -> Graphs.array(100, j -> new long[5000]));
        long sum = Checksum.of(roots);
        for (int i = 0; i < ROOTS; i++) {
            SecondHeap.tagRoot(roots[i], i);
        }
        // The first collection learns the occupancy, the second one acts on it.
        Gc.full();
        Gc.full();
        int moved = 0;
        while (moved < ROOTS && SecondHeap.contains(roots[moved])) {
            moved++;
        }
        System.out.println(moved + " of " + ROOTS + " roots moved");
        for (int i = moved; i < ROOTS; i++) {
            H2.notIn(roots[i], "root " + i + ", younger than root " + moved + " that stayed");
        }
        Check.equal(Checksum.of(roots), sum, "content");
        if (args[0].equals("above")) {
            Check.between(moved, 5, ROOTS - 1, "roots moved from 42% of H1 down to 20%");
            Check.between(Gc.liveH1(), 0, Runtime.getRuntime().maxMemory() * 26 / 100, "bytes in H1");
        } else {
            Check.equal(moved, 0, "roots moved");
        }
    }
}
