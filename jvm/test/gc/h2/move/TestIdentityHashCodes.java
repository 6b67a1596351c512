// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Identity hash codes survive the move, asked for before or only after it
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestIdentityHashCodes
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders TestIdentityHashCodes
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders -XX:-UseCompressedOops TestIdentityHashCodes
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.IdentityHashMap;
import java.util.Map;

public class TestIdentityHashCodes {
    private static final int SIZE = 20_000;

    public static void main(String[] args) {
        Object[] roots = Graphs.array(2, i -> Graphs.array(SIZE, j -> new Node(j, null, new byte[j & 7])));
        int[] hashes = hashes((Object[]) roots[0]);
        Map<Object, Long> identity = identity((Object[]) roots[1]);
        Node keys = new Node(0, null, identity);
        identity = null;
        SecondHeap.tagRoot(keys, 2);
        SecondHeap.tagRoots(roots, 1);
        SecondHeap.moveNow();
        H2.in(roots[0], "array");
        Check.that(java.util.Arrays.equals(hashes, hashes((Object[]) roots[0])), "hashes after the move");
        int[] fresh = hashes(((Object[]) roots[1]));
        Gc.young();
        Gc.full();
        Check.that(java.util.Arrays.equals(fresh, hashes((Object[]) roots[1])), "hashes made in H2");
        for (Object o : (Object[]) roots[1]) {
            Check.equal(((Map<?, ?>) keys.any).get(o), ((Node) o).value, "value in IdentityHashMap");
        }
    }

    private static int[] hashes(Object[] a) {
        int[] h = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            h[i] = System.identityHashCode(((Node) a[i]).any);
        }
        return h;
    }

    private static Map<Object, Long> identity(Object[] a) {
        Map<Object, Long> map = new IdentityHashMap<>();
        for (Object o : a) {
            map.put(o, ((Node) o).value);
        }
        return map;
    }
}
