// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A tag is weak: it keeps no root alive, a dead one does not move, and references to it are cleared
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestWeaklyReachableRoot
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import java.lang.ref.WeakReference;

public class TestWeaklyReachableRoot {
    public static void main(String[] args) {
        H2.required();
        WeakReference<?> weak = taggedAndDropped(1);
        SecondHeap.moveNow();
        Check.that(weak.get() == null, "the moving collection kept a dead root");
        Check.equal(H2.used(), 0L, "bytes used");
        weak = taggedAndDropped(2);
        Gc.full();
        Check.that(weak.get() == null, "an ordinary full collection kept a dead root");
        Check.equal(SecondHeap.statistics().waitingRoots(), 0L, "waiting roots");
    }

    private static WeakReference<?> taggedAndDropped(long label) {
        Object root = Graphs.list(1000, 1);
        SecondHeap.tagRoot(root, label);
        return new WeakReference<>(root);
    }
}
