// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A label that only another label's objects refer to stays; the chain is freed when its head goes; direction counts, but not in groups
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestDependencies
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UnlockDiagnosticVMOptions
 *                   -XX:SecondHeapDependencies=groups -XX:ParallelGCThreads=4 -XX:-UseCompressedOops TestDependencies groups
 */
/*
 * @test id=soak
 * @key soak
 * @summary A label that only another label's objects refer to stays; the chain is freed when its head goes; direction counts, but not in groups
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 -XX:-UseCompressedOops TestDependencies
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UnlockDiagnosticVMOptions
 *                   -XX:SecondHeapDependencies=groups TestDependencies groups
 */
import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;

public class TestDependencies {
    private static final int CHAIN = 20;

    public static void main(String[] args) {
        H2.required();
        movedTogether();
        storedLater();
        direction(args.length > 0 ? 0 : 1);
    }

    /** References between labels that exist when both move. */
    private static void movedTogether() {
        Object[] held = new Object[CHAIN];
        Node head = chain(held);
        SecondHeap.moveNow();
        // Without this array all would belong to the head's label, as parts of its closure.
        java.util.Arrays.fill(held, null);
        keeps(head, "moved together");
        head = null;
        frees("moved together");
    }

    /** References between labels that the program stores after the move. */
    private static void storedLater() {
        Object[] parts = new Object[CHAIN];
        for (int i = 0; i < CHAIN; i++) {
            parts[i] = H2.moved(new Node(i, null, Graphs.regions(1)), i);
        }
        for (int i = 1; i < CHAIN; i++) {
            ((Node) parts[i]).next = (Node) parts[i - 1];
        }
        Gc.young();
        Node head = (Node) parts[CHAIN - 1];
        java.util.Arrays.fill(parts, null);
        keeps(head, "stored later");
        head = null;
        frees("stored later");
    }

    /** a -> b does not keep a alive, unless both are of one union-find group. */
    private static void direction(long expected) {
        Node b = new Node(1, null, Graphs.regions(1));
        Node a = new Node(2, b, null);
        SecondHeap.tagRoot(a, 100);
        SecondHeap.tagRoot(b, 101);
        SecondHeap.moveNow();
        H2.in(a, "a");
        H2.in(b, "b");
        a = null;
        long freed = H2.freedRegions();
        Gc.full();
        Check.equal(H2.freedRegions() - freed, expected, "regions freed when a dies and b lives");
        Check.equal(Checksum.of(b.any), Checksum.of(Graphs.regions(1)), "b");
        b = null;
        Gc.full();
        Check.equal(H2.used(), 0L, "bytes used when both are dead");
    }

    private static Node chain(Object[] held) {
        Node head = null;
        for (int i = 0; i < CHAIN; i++) {
            head = new Node(i, head, Graphs.regions(1));
            held[i] = head;
            SecondHeap.tagRoot(head, i);
        }
        return head;
    }

    private static void keeps(Node head, String how) {
        long sum = Checksum.of(head);
        long freed = H2.freedRegions();
        for (int i = 0; i < 3; i++) {
            Gc.full();
            Gc.young();
        }
        Check.equal(H2.freedRegions(), freed, "regions freed while the head lives, " + how);
        Check.equal(Checksum.of(head), sum, "content, " + how);
    }

    private static void frees(String how) {
        Statistics before = SecondHeap.statistics();
        // More than one a label where several GC threads each took a buffer of a label and left much of it empty.
        Check.between(before.regionsUsed(), CHAIN, 2 * CHAIN, "regions used by the chain, " + how);
        Gc.full();
        Check.equal(H2.freedRegions() - before.freedRegions(), before.regionsUsed(), "regions freed with the head, " + how);
        Check.equal(H2.used(), 0L, "bytes used, " + how);
    }
}
