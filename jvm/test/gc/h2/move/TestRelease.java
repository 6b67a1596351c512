// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary release withdraws tags that wait, of its label only, and never touches what has moved
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestRelease
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.lang.ref.Reference;

public class TestRelease {
    public static void main(String[] args) {
        Node inH2 = H2.moved(Graphs.list(1000, 1), 1);
        Node one = Graphs.list(1000, 2);
        Node two = Graphs.list(1000, 3);
        SecondHeap.tagRoot(one, 1);
        SecondHeap.tagRoot(two, 2);
        SecondHeap.release(1);
        SecondHeap.release(99);
        Check.equal(SecondHeap.statistics().waitingRoots(), 1L, "waiting roots");
        SecondHeap.moveNow();
        H2.notIn(one, "released root");
        H2.in(two, "root of another label");
        H2.in(inH2, "root that had moved");
        Gc.full();
        Check.equal(Checksum.of(inH2), Checksum.of(Graphs.list(1000, 1)), "content of the released label");
        SecondHeap.tagRoot(one, 1);
        SecondHeap.moveNow();
        H2.in(one, "root tagged again after release");
        triedInVain();
    }

    /** Roots that found no place wait for room; release withdraws these tags, too. */
    private static void triedInVain() {
        Object first = new byte[100 << 20];
        H2.moved(first, 3);
        Object tooLarge = new byte[100 << 20];
        SecondHeap.tagRoot(tooLarge, 4);
        SecondHeap.moveNow();
        H2.notIn(tooLarge, "root without a place");
        SecondHeap.release(4);
        Check.equal(SecondHeap.statistics().waitingRoots(), 0L, "waiting roots");
        Reference.reachabilityFence(first);
        first = null;
        Gc.full();
        SecondHeap.moveNow();
        H2.notIn(tooLarge, "released root, now that there is room");
    }
}
