// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A label that moves in many small steps leaves the regions it shares, so that a small label that lives on holds little of it
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestLabelInSmallMovesGetsItsOwnRegions
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import java.lang.ref.Reference;

public class TestLabelInSmallMovesGetsItsOwnRegions {
    private static final int MOVES = 24;

    public static void main(String[] args) {
        H2.required();
        Object[] large = new Object[MOVES];
        Object[] small = new Object[MOVES];
        for (int i = 0; i < MOVES; i++) {
            large[i] = Graphs.array(256, j -> new byte[1000]);
            small[i] = new byte[1000];
            SecondHeap.tagRoot(large[i], 1);
            SecondHeap.tagRoot(small[i], 2);
            SecondHeap.moveNow();
        }
        // 24 times 256 KB; the first three quarters of a region (1 MB) are shared.
        Check.between(SecondHeap.statistics().regionsUsed(), 7, 9, "regions used");
        large = null;
        Gc.full();
        Check.between(SecondHeap.statistics().regionsUsed(), 1, 2, "regions held by the small label");
        Reference.reachabilityFence(small);
    }
}
