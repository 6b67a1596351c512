// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Large arrays and small objects of one label come and go; runs of free regions are found again
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC TestLargeAndSmallMixed
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.Random;

public class TestLargeAndSmallMixed {
    public static void main(String[] args) {
        H2.required();
        Random random = new Random(3);
        Object[] live = new Object[10];
        long[] sums = new long[live.length];
        for (int round = 0; round < 25; round++) {
            for (int k = 0; k < 3; k++) {
                int i = random.nextInt(live.length);
                live[i] = new Node(round, Graphs.list(random.nextInt(2000), i), new byte[random.nextInt(5 << 20)]);
                sums[i] = Checksum.of(live[i]);
                SecondHeap.tagRoot(live[i], i);
            }
            SecondHeap.moveNow();
            for (int i = 0; i < live.length; i++) {
                Check.that(live[i] == null || SecondHeap.contains(live[i]), "graph " + i + " is not in H2 in round " + round);
                Check.that(live[i] == null || Checksum.of(live[i]) == sums[i], "graph " + i + " in round " + round);
            }
        }
        Check.equal(SecondHeap.statistics().leftBehindObjects(), 0L, "objects left behind");
    }
}
