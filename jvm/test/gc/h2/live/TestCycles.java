// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Cycles between H1 and H2, and between labels of H2, are collected when nothing else refers to them
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestCycles
 */
import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.lang.ref.WeakReference;

public class TestCycles {
    public static void main(String[] args) {
        H2.required();
        Object[] roots = {acrossHeaps(), acrossLabels()};
        WeakReference<?> h1 = new WeakReference<>(((Node) roots[0]).next);
        for (int i = 0; i < 3; i++) {
            Gc.young();
            Gc.full();
        }
        Check.that(h1.get() != null, "live cycle was collected");
        Check.equal(((Node) roots[0]).next.next, roots[0], "cycle across the heaps");
        // A label has a second region where several GC threads left much of their buffers empty.
        Statistics before = SecondHeap.statistics();
        Check.between(before.regionsUsed(), 3, 6, "regions used by both cycles");
        long freed = H2.freedRegions();
        roots[0] = null;
        Gc.full();
        Check.that(h1.get() == null, "H1 part of a dead cycle is kept");
        Check.between(H2.freedRegions() - freed, 1, 2, "regions freed with the cycle across heaps");
        roots[1] = null;
        Gc.full();
        Check.equal(H2.freedRegions() - freed, before.regionsUsed(), "regions freed with both cycles");
        Check.equal(H2.used(), 0L, "bytes used");
    }

    private static Node acrossHeaps() {
        Node n = H2.moved(new Node(1, null, Graphs.regions(1)), 1);
        n.next = new Node(2, n, new byte[100]);
        return n;
    }

    private static Node acrossLabels() {
        Node a = H2.moved(new Node(1, null, Graphs.regions(1)), 2);
        Node b = H2.moved(new Node(2, a, Graphs.regions(1)), 3);
        a.next = b;
        Gc.full();
        return a;
    }
}
