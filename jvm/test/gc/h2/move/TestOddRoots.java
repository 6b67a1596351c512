// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Duplicate, nested, dead, null and unmovable roots, and a root tagged with two labels, leave the rest unharmed
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestOddRoots
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestOddRoots
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;

public class TestOddRoots {
    public static void main(String[] args) {
        H2.required();
        duplicates();
        nested();
        garbage();
        nulls();
        alreadyMoved();
        cycle();
        Check.equal(SecondHeap.statistics().waitingRoots(), 0L, "waiting roots at the end");
    }

    private static void duplicates() {
        Node n = Graphs.list(1000, 1);
        long sum = Checksum.of(n);
        for (int i = 0; i < 100; i++) {
            SecondHeap.tagRoot(n, i & 1);
        }
        SecondHeap.moveNow();
        H2.in(n, "root tagged 100 times with two labels");
        Check.equal(Checksum.of(n), sum, "duplicate root");
    }

    private static void nested() {
        Node outer = new Node(1, Graphs.list(500, 2), Graphs.list(500, 3));
        long sum = Checksum.of(outer);
        SecondHeap.tagRoot(outer.next, 20);
        SecondHeap.tagRoot(outer, 21);
        SecondHeap.tagRoot(outer.any, 22);
        SecondHeap.moveNow();
        H2.in(outer, "outer root");
        H2.in(outer.next, "nested root");
        H2.in(outer.any, "nested root");
        Check.equal(Checksum.of(outer), sum, "nested roots");
    }

    private static void garbage() {
        for (int i = 0; i < 1000; i++) {
            SecondHeap.tagRoot(Graphs.list(10, i), 30);
        }
        long before = SecondHeap.statistics().waitingRoots();
        Check.between(before, 1, 1000, "waiting roots");
        Gc.full();
        Check.equal(SecondHeap.statistics().waitingRoots(), 0L, "waiting roots after their death");
        SecondHeap.moveNow();
    }

    private static void nulls() {
        SecondHeap.tagRoots(new Object[] {null, new Node(1, null, null), null}, 40);
        SecondHeap.tagRoots(new Object[0], 40);
        SecondHeap.tagRoots(new String[] {new String("a"), null}, 40);
        SecondHeap.tagRoot(String.class, 40);
        SecondHeap.tagRoot(Thread.currentThread(), 40);
        SecondHeap.tagRoot(TestOddRoots.class.getClassLoader(), 40);
        SecondHeap.tagRoot("literal", 40);
        SecondHeap.tagRoot(new int[0], 40);
        SecondHeap.tagRoot(new Object(), 40);
        SecondHeap.moveNow();
        Check.equal("literal".length(), 7, "interned string");
    }

    private static void alreadyMoved() {
        Node n = H2.moved(Graphs.list(10, 4), 50);
        SecondHeap.tagRoot(n, 51);
        SecondHeap.move(51);
        SecondHeap.moveNow();
        H2.in(n, "root tagged again in H2");
    }

    private static void cycle() {
        Node a = new Node(1, null, null);
        Node b = new Node(2, a, a);
        a.next = b;
        a.any = a;
        b = null;
        SecondHeap.tagRoot(a, 60);
        SecondHeap.tagRoot(a.next, 61);
        SecondHeap.moveNow();
        H2.in(a.next, "second root of a cycle");
        Check.that(a.next.next == a && a.any == a, "cycle is intact");
    }
}
