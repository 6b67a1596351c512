// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Reference objects inside a closure stay in H1 and keep their meaning: referents are not kept alive by the H2 objects around them
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestReferencesInClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestReferencesInClosure
 */
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.lang.ref.WeakReference;

public class TestReferencesInClosure {
    public static void main(String[] args) {
        Object[] strong = Graphs.array(100, i -> new Node(i, null, null));
        Object[] label = H2.moved(nodes(strong), 1);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < label.length; i++) {
                Object referent = ((WeakReference<?>) ((Node) label[i]).any).get();
                Check.that(i < 100 ? referent == strong[i] : referent == null, "referent " + i + " in round " + round);
            }
            Gc.young();
            Gc.full();
        }
        strong = null;
        Gc.full();
        for (Object o : label) {
            Check.that(((WeakReference<?>) ((Node) o).any).get() == null, "referent is kept alive");
        }
    }

    private static Object[] nodes(Object[] strong) {
        return Graphs.array(200, i -> new Node(i, null, weak(i, strong)));
    }

    private static WeakReference<Object> weak(int i, Object[] strong) {
        return new WeakReference<>(i < strong.length ? strong[i] : new Node(-i, null, null));
    }
}
