// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Weak and phantom references to H2 objects hold while the region lives, and are cleared and queued when it dies
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestReferents
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 -XX:+UseCompactObjectHeaders TestReferents
 */
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

public class TestReferents {
    private static final int SIZE = 300;

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object[] label = H2.moved(Graphs.array(SIZE, i -> new Node(i, null, null)), 1);
        List<Reference<Object>> references = references(label, queue);
        for (int i = 0; i < 3; i++) {
            Gc.young();
            Gc.full();
            check(references, label);
        }
        Check.that(queue.poll() == null, "a reference to a live object was queued");
        label = null;
        Gc.full();
        for (Reference<Object> r : references) {
            Check.that(r.refersTo(null), r.getClass() + " to a dead region is not cleared");
        }
        Check.equal(H2.used(), 0L, "bytes used");
        for (int i = 0; i < references.size(); i++) {
            Check.that(queue.remove(10_000) != null, "reference " + i + " was not queued");
        }
    }

    private static List<Reference<Object>> references(Object[] label, ReferenceQueue<Object> queue) {
        List<Reference<Object>> list = new ArrayList<>();
        for (Object o : label) {
            list.add(new WeakReference<>(o, queue));
            list.add(new PhantomReference<>(o, queue));
        }
        return list;
    }

    private static void check(List<Reference<Object>> references, Object[] label) {
        for (int i = 0; i < references.size(); i++) {
            Check.that(references.get(i).refersTo(label[i / 2]), "reference " + i + " lost its live referent");
        }
    }
}
