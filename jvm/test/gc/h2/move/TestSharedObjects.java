// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=dominated
 * @summary With 'dominated', what an untagged object also reaches stays in H1 and moves once the other reference is gone and it is tagged
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=dominated TestSharedObjects dominated
 */
/*
 * @test id=full
 * @summary With 'full', everything that a tagged root reaches moves, shared or not
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestSharedObjects full
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;

public class TestSharedObjects {
    public static void main(String[] args) {
        boolean full = args[0].equals("full");
        Object[] other = {Graphs.list(2000, 5)};
        Node root = new Node(1, null, other[0]);
        Object[] own = {new int[] {1, 2, 3}};
        Node second = new Node(2, root, own);
        own = null;
        long sum = Checksum.of(second);
        H2.moved(second, 10);
        H2.in(second.any, "unshared child");
        for (Node n = (Node) other[0]; n != null; n = n.next) {
            Check.equal(SecondHeap.contains(n), full, "shared node in H2");
        }
        Gc.young(2);
        Gc.full();
        Check.equal(Checksum.of(second), sum, "checksum");
        Check.that(other[0] == root.any, "both references lead to the same object");
        other[0] = null;
        SecondHeap.tagRoot(root.any, 11);
        SecondHeap.moveNow();
        H2.in(root.any, "object that is shared no longer");
        Check.equal(Checksum.of(second), sum, "checksum at the end");
    }
}
