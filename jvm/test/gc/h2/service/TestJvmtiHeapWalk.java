// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary JVMTI tags follow objects to H2 and end with them; heap iteration and reference walks see H2
 * @library /lib /hints
 * @run main TestJvmtiHeapWalk
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Natives;
import h2test.Node;
import h2test.Vm;
import java.nio.file.Path;

public class TestJvmtiHeapWalk {
    private static final int IN_H2 = 20_000;
    private static final int IN_H1 = 1_000;
    private static final int SAMPLES = 100;
    private static final long MARK = 7_000_000;

    private static Node h2;
    private static Node h1;

    static native void tag(Object o, long tag);

    static native long tagOf(Object o);

    /** {objects, sum of their tags} of all objects of the class. */
    static native long[] iterate(Class<?> of);

    /** The same of the reachable objects of the class with tag 1; changes their tags. */
    static native long[] follow();

    static native int tagged(long tag);

    public static void main(String[] args) {
        if (args.length > 0) {
            System.load(args[0]);
            child();
            return;
        }
        runAll(Natives.library("heap_walk"));
    }

    private static void runAll(Path library) {
        for (String mode : new String[] {"-XX:+UseCompressedOops", "-XX:-UseCompressedOops"}) {
            Vm.runH2(mode, "--enable-native-access=ALL-UNNAMED", TestJvmtiHeapWalk.class.getName(), library.toString())
                    .exits(0).has("^walks are right");
        }
    }

    private static void child() {
        h2 = Graphs.list(IN_H2, 1);
        h1 = Graphs.list(IN_H1, 2);
        long tags = 0;
        Node n = h2;
        for (int i = 1; i <= SAMPLES; i++, n = n.next) {
            tag(n, i);
            tags += i;
        }
        H2.moved(h2, 1);
        n = h2;
        for (int i = 1; i <= SAMPLES; i++, n = n.next) {
            H2.in(n, "node " + i);
            Check.equal(tagOf(n), (long) i, "tag of a moved object");
        }
        checkWalks(tags);
        tag(h2, MARK);
        Check.equal(tagged(MARK), 1, "objects with the tag of a live object of H2");
        h2 = null;
        n = null;
        Gc.full();
        Gc.full();
        Check.equal(H2.used(), 0L, "bytes used");
        Check.equal(tagged(MARK), 0, "objects with the tag of a dead object of H2");
        Check.equal(iterate(Node.class)[0], (long) IN_H1, "objects found when those of H2 are dead");
        System.out.println("walks are right");
    }

    private static void checkWalks(long tags) {
        long[] all = iterate(Node.class);
        Check.equal(all[0], (long) IN_H1 + IN_H2, "objects found by iteration");
        Check.equal(all[1], tags, "sum of the tags found by iteration");
        tag(Node.class, 1);
        long[] reachable = follow();
        Check.equal(reachable[0], (long) IN_H1 + IN_H2, "objects found through references");
        Check.equal(reachable[1], tags, "sum of the tags found through references");
        Check.equal(tagOf(h2), -2L, "tag set by the walk");
        Check.that(SecondHeap.contains(h2), "the walk left the object where it was");
    }
}
