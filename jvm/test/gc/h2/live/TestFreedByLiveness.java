// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Dropping the last reference to a label frees its regions at the next full collection, and only those
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestFreedByLiveness
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=1 -XX:+UseCompactObjectHeaders TestFreedByLiveness
 */
import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestFreedByLiveness {
    public static void main(String[] args) {
        H2.required();
        Object[] roots = Graphs.array(8, i -> Graphs.regions(2));
        for (int i = 0; i < roots.length; i++) {
            SecondHeap.tagRoot(roots[i], i);
        }
        SecondHeap.moveNow();
        long sum = Checksum.of(roots[7]);
        for (int dropped = 1; dropped <= 7; dropped++) {
            Statistics before = SecondHeap.statistics();
            roots[dropped - 1] = null;
            Gc.full();
            Statistics after = SecondHeap.statistics();
            Check.between(after.freedRegions() - before.freedRegions(), 1, before.regionsUsed(), "regions freed");
            Check.equal(before.regionsUsed() - after.regionsUsed(), after.freedRegions() - before.freedRegions(), "regions");
            Check.equal(before.usedBytes() - after.usedBytes(), after.freedBytes() - before.freedBytes(), "bytes");
            Check.equal(after.labels(), 8L - dropped, "labels");
            Check.equal(Checksum.of(roots[7]), sum, "the label that stays");
        }
        roots[7] = null;
        Gc.full();
        Check.equal(H2.used(), 0L, "used bytes of an empty H2");
        Check.equal(SecondHeap.statistics().regionsUsed(), 0L, "used regions of an empty H2");
    }
}
