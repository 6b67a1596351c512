// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A large label is freed when its last reference goes, although a small label that moved with it lives on
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestSmallNeighbourHoldsLittle
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=1 TestSmallNeighbourHoldsLittle
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.ArrayList;
import java.util.List;

public class TestSmallNeighbourHoldsLittle {
    public static void main(String[] args) {
        H2.required();
        Object[] roots = {
            new Node(1, null, spineLast(20, 1_000_000)),
            new Node(2, null, spineLast(18_000, 1000)),
            Graphs.list(100, 3),
        };
        for (int i = 0; i < roots.length; i++) {
            SecondHeap.tagRoot(roots[i], i);
        }
        Gc.full();
        SecondHeap.moveNow();
        for (int i = 0; i < 2; i++) {
            long before = H2.used();
            roots[i] = null;
            Gc.full();
            Check.between(before - H2.used(), 17_000_000, before, "bytes freed with label " + i);
        }
        Check.equal(Checksum.of(roots[2]), Checksum.of(Graphs.list(100, 3)), "the small label");
    }

    /** An array behind its elements, as a growing list makes it: it is the last of its label to find a place. */
    private static Object[] spineLast(int count, int bytes) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(new byte[bytes]);
        }
        return list.toArray();
    }
}
