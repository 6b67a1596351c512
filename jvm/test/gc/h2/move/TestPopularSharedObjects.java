// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Small objects that statics hold and all of H2 refers to follow into H2 without a label of their own, so that no card refers to H1
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestPopularSharedObjects
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 -XX:+UnlockExperimentalVMOptions
 *                   -XX:+UseCompactObjectHeaders TestPopularSharedObjects
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=1 -XX:-UseCompressedOops TestPopularSharedObjects
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.H2;
import h2test.Node;
import java.util.concurrent.atomic.AtomicReference;

public class TestPopularSharedObjects {
    private static final int NODES = 20_000;

    private enum Color { RED, GREEN }

    private static final Object NIL = new Object();
    private static final String TEXT = new String("shared".toCharArray());
    private static final Object[] HOLDER = {new Object[] {"more"}};
    private static final class Config {
        private String current = "first";
    }

    private static final AtomicReference<Object> MUTABLE = new AtomicReference<>();
    private static final Config CONFIG = new Config();
    private static final Object[] POPULAR = {NIL, TEXT, Color.RED, Color.GREEN};

    public static void main(String[] args) {
        H2.required();
        int identity = System.identityHashCode(NIL);
        Node list = list();
        H2.moved(list, 7);
        Gc.full();
        for (Object popular : POPULAR) {
            H2.in(popular, "popular object " + popular);
        }
        H2.notIn(HOLDER, "popular object that refers to others");
        H2.notIn(CONFIG, "popular object whose text may be one of a label later");
        H2.notIn(MUTABLE, "popular object that may refer to others later");
        Check.equal(System.identityHashCode(NIL), identity, "identity hash code");
        usable(list);

        long freed = H2.freedRegions();
        list = null;
        SecondHeap.release(7);
        Gc.full();
        Check.that(H2.freedRegions() > freed, "the label's regions are freed, whatever their objects referred to");
        for (Object popular : POPULAR) {
            H2.in(popular, "popular object without a label " + popular);
        }
        again();
    }

    private static Node list() {
        Node head = null;
        for (int i = 0; i < NODES; i++) {
            head = new Node(i, head, other(i));
        }
        return head;
    }

    private static void usable(Node list) {
        synchronized (NIL) {
            NIL.notifyAll();
        }
        Check.that(Color.valueOf("RED") == Color.RED && TEXT.equals("shared"), "content");
        int i = NODES;
        for (Node n = list; n != null; n = n.next) {
            i--;
            Check.that(n.any == other(i), "reference of node " + i);
        }
    }

    private static Object other(int i) {
        return switch (i % 7) {
            case 4 -> HOLDER;
            case 5 -> MUTABLE;
            case 6 -> CONFIG;
            default -> POPULAR[i % 7];
        };
    }

    /** A second label refers to them where they are. */
    private static void again() {
        Node list = list();
        H2.moved(list, 8);
        Gc.full();
        Gc.young(2);
        usable(list);
    }
}
