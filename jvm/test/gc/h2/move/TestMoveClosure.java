// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=threads
 * @summary Everything that only a tagged root reaches is in H2 after moveNow and has its old content; several numbers of GC threads
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=1 TestMoveClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 TestMoveClosure
 */
/*
 * @test id=threads-soak
 * @key soak
 * @summary Everything that only a tagged root reaches is in H2 after moveNow and has its old content; several numbers of GC threads
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=2 TestMoveClosure
 */
/*
 * @test id=compilers
 * @summary The same interpreted, with C1 only, with C2 only
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xint TestMoveClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:TieredStopAtLevel=1 TestMoveClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-TieredCompilation TestMoveClosure
 */
/*
 * @test id=oops
 * @summary The same with other oops and headers
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops TestMoveClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders -XX:-UseCompressedOops TestMoveClosure
 */
/*
 * @test id=oops-soak
 * @key soak
 * @summary The same with other oops and headers
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ObjectAlignmentInBytes=16 TestMoveClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders TestMoveClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:HeapBaseMinAddress=32g TestMoveClosure
 */
/*
 * @test id=policies
 * @summary The same with the full closure, writes through the mapping, and transparent huge pages for H1
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestMoveClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapWriteMode=mmap TestMoveClosure
 */
/*
 * @test id=policies-soak
 * @key soak
 * @summary The same with the full closure, writes through the mapping, and transparent huge pages for H1
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseTransparentHugePages TestMoveClosure
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import h2test.Row;
import java.util.Map;

public class TestMoveClosure {
    private static final int SIZE = 6_000;

    public static void main(String[] args) {
        H2.required();
        Graphs.Shape[] shapes = Graphs.Shape.values();
        Object[] roots = new Object[shapes.length];
        for (int i = 0; i < shapes.length; i++) {
            roots[i] = Graphs.of(shapes[i], SIZE, i);
            SecondHeap.tagRoot(roots[i], i);
        }
        long before = Checksum.of(roots);
        SecondHeap.moveNow();
        for (int i = 0; i < shapes.length; i++) {
            H2.in(roots[i], shapes[i] + " root");
            allIn(roots[i]);
        }
        H2.notIn(roots, "the untagged array that holds the roots");
        Check.equal(Checksum.of(roots), before, "checksum after the move");
        Gc.young(2);
        Check.equal(Checksum.of(roots), before, "checksum after young collections");
        Gc.full();
        Check.equal(Checksum.of(roots), before, "checksum after a full collection");
        Check.that(Checksum.of(Graphs.list(SIZE, 0)) == Checksum.of(roots[0]), "a fresh copy has the same checksum");
    }

    /** Objects that a graph owns alone. Strings of equal content may share their bytes, so those are not asked. */
    private static void allIn(Object o) {
        switch (o) {
            case Object[] a -> {
                for (Object e : a) {
                    H2.in(e, "element");
                    allIn(e);
                }
            }
            case Map<?, ?> m -> m.values().forEach(v -> {
                H2.in(v, "map value");
                allIn(v);
            });
            case Row r -> H2.in(r.numbers(), "array of a record");
            case Node head -> {
                for (Node n = head; n != null; n = n.next) {
                    H2.in(n, "list node");
                    Check.that(n.any == null || SecondHeap.contains(n.any), "payload is not in H2");
                }
            }
            default -> H2.in(o, "leaf");
        }
    }
}
