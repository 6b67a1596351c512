// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Entries of a WeakHashMap whose keys are in H2, map in H1 or H2, go when the keys' label dies
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestWeakHashMap
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.Map;
import java.util.WeakHashMap;

public class TestWeakHashMap {
    public static void main(String[] args) {
        H2.required();
        Object[] keys = Graphs.array(200, i -> new Node(i, null, new byte[4500]));
        Map<Object, Long> inH1 = new WeakHashMap<>();
        Node inH2 = new Node(0, null, new WeakHashMap<Object, Long>());
        fill(keys, inH1);
        fill(keys, map(inH2));
        SecondHeap.tagRoots(keys, 1);
        SecondHeap.tagRoot(inH2, 2);
        SecondHeap.moveNow();
        H2.in(inH2, "holder of the map");
        H2.in(keys[5], "key");
        check(keys, inH1, 200);
        check(keys, map(inH2), 200);
        Gc.young();
        Gc.full();
        check(keys, inH1, 200);
        check(keys, map(inH2), 200);
        java.util.Arrays.fill(keys, null);
        Gc.full();
        // The reference handler queues cleared keys concurrently.
        long end = System.nanoTime() + 10_000_000_000L;
        while (inH1.size() + map(inH2).size() > 0) {
            Check.that(System.nanoTime() < end, inH1.size() + " and " + map(inH2).size() + " entries left");
            Thread.onSpinWait();
        }
        Check.equal(SecondHeap.statistics().labels(), 1L, "labels left");
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Long> map(Node holder) {
        return (Map<Object, Long>) holder.any;
    }

    private static void fill(Object[] keys, Map<Object, Long> map) {
        for (Object k : keys) {
            map.put(k, ((Node) k).value);
        }
    }

    private static void check(Object[] keys, Map<Object, Long> map, int live) {
        Check.equal(map.size(), live, "entries");
        for (Object k : keys) {
            Check.that(k == null || map.get(k) == ((Node) k).value, "value of a live key");
        }
    }
}
