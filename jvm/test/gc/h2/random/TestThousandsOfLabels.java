// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Thousands of live labels with random references among them: content stays, and what dies is freed in the end
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC -XX:ParallelGCThreads=1 TestThousandsOfLabels
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 -XX:-UseCompressedOops TestThousandsOfLabels
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.Random;

public class TestThousandsOfLabels {
    private static final int LABELS = 2_500;

    public static void main(String[] args) {
        H2.required();
        Random random = new Random(11);
        Object[] live = new Object[LABELS];
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < LABELS; i++) {
                if (live[i] == null || random.nextInt(4) == 0) {
                    live[i] = new Node(i, null, Graphs.list(20, i));
                    SecondHeap.tagRoot(live[i], (long) i << 20 | round);
                }
            }
            SecondHeap.moveNow();
            Check.between(SecondHeap.statistics().labels(), LABELS, LABELS * (round + 1L), "labels");
            for (int i = 0; i < LABELS; i++) {
                ((Node) live[i]).next = (Node) live[random.nextInt(LABELS)];
            }
            Gc.young();
            check(live);
            Gc.full();
            check(live);
        }
        java.util.Arrays.fill(live, null);
        Gc.full();
        Check.equal(H2.used(), 0L, "bytes used at the end");
        Check.equal(SecondHeap.statistics().labels(), 0L, "labels at the end");
    }

    private static void check(Object[] live) {
        for (int i = 0; i < LABELS; i++) {
            Node n = (Node) live[i];
            H2.in(n, "root of label " + i);
            Check.equal(Checksum.of(n.any), Checksum.of(Graphs.list(20, n.value)), "content of label " + i);
            Check.equal(Checksum.of(n.next.any), Checksum.of(Graphs.list(20, n.next.value)), "content behind label " + i);
        }
    }
}
