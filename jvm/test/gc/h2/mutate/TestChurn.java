// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Lists whose heads are in H2 and whose tails change all the time keep their content over many young collections
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xmn16m -XX:-VerifyAfterGC TestChurn
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xmn16m -XX:-VerifyAfterGC -XX:ParallelGCThreads=4 -XX:-UseCompressedOops TestChurn
 */
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.Random;

public class TestChurn {
    private static final int HEADS = 20_000;

    public static void main(String[] args) {
        Object[] heads = H2.moved(Graphs.array(HEADS, i -> new Node(i, null, null)), 1);
        int[] lengths = new int[HEADS];
        Random random = new Random(7);
        long end = Gc.youngCount() + 25;
        while (Gc.youngCount() < end) {
            for (int k = 0; k < 1000; k++) {
                int i = random.nextInt(HEADS);
                Node n = (Node) heads[i];
                if (lengths[i] >= 40) {
                    n.next = null;
                    lengths[i] = 0;
                } else {
                    n.next = new Node(i + lengths[i]++, n.next, new byte[random.nextInt(200)]);
                }
            }
        }
        check(heads, lengths);
        Gc.full();
        check(heads, lengths);
        Gc.young(2);
        check(heads, lengths);
    }

    private static void check(Object[] heads, int[] lengths) {
        for (int i = 0; i < HEADS; i++) {
            int length = lengths[i];
            for (Node n = ((Node) heads[i]).next; n != null; n = n.next) {
                Check.equal(n.value, (long) i + --length, "node of list " + i);
            }
            Check.equal(length, 0, "nodes missing from list " + i);
        }
    }
}
