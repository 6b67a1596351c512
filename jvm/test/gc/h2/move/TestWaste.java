// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A thousand labels of 1 MB each waste at most 5% of the H2 they use, with regions of 16 MB
 * @library /lib /hints
 * @run main/othervm/timeout=600 -XX:+UseParallelGC -Xms1600m -Xmx1600m -XX:SecondHeapSize=1400m -XX:SecondHeapPath=. TestWaste
 */
/*
 * @test id=soak
 * @key soak
 * @summary A thousand labels of 1 MB each waste at most 5% of the H2 they use, with regions of 16 MB
 * @library /lib /hints
 * @run main/othervm/timeout=600 -XX:+UseParallelGC -Xms1600m -Xmx1600m -XX:SecondHeapSize=1400m -XX:SecondHeapPath=. -XX:ParallelGCThreads=8 TestWaste
 */
import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;

public class TestWaste {
    public static void main(String[] args) {
        H2.required();
        Object[] roots = Graphs.array(1000, i -> Graphs.array(1020, j -> new byte[1000]));
        for (int i = 0; i < roots.length; i++) {
            SecondHeap.tagRoot(roots[i], i);
        }
        SecondHeap.moveNow();
        Statistics s = SecondHeap.statistics();
        System.out.println(s);
        Check.equal(s.movedObjects(), 1000L * 1021, "moved objects");
        long taken = s.regionsUsed() * s.regionSizeBytes();
        Check.between(taken - s.movedBytes(), 0, taken / 20, "bytes of used regions that hold no object");
    }
}
