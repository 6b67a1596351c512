// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What was left behind because something else held it moves with the next moving collection once H2 alone refers to it
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestFollowUp
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 -XX:-UseCompressedOops TestFollowUp
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;

public class TestFollowUp {
    private static final int SIZE = 3000;

    public static void main(String[] args) {
        H2.required();
        Object[] held = {Graphs.list(SIZE, 1), Graphs.regions(1)};
        Node root = H2.moved(new Node(1, (Node) held[0], held[1]), 5);
        H2.notIn(root.next, "list that H1 holds too");
        H2.notIn(root.any, "array that H1 holds too");
        long sum = Checksum.of(root);
        java.util.Arrays.fill(held, null);
        SecondHeap.moveNow();
        H2.in(root.any, "array that H2 alone refers to");
        for (Node n = root.next; n != null; n = n.next) {
            H2.in(n, "node that H2 alone refers to");
        }
        Check.equal(Checksum.of(root), sum, "content");
    }
}
