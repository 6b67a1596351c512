// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary The counters add up: capacity, regions, labels, waiting and moved objects and bytes
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestStatistics
 */
import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;

public class TestStatistics {
    private static final long M = 1 << 20;

    public static void main(String[] args) {
        H2.required();
        Statistics empty = SecondHeap.statistics();
        Check.equal(empty.capacityBytes(), 192 * M, "capacity");
        Check.equal(empty.regionSizeBytes(), M, "region size");
        Check.equal(empty.regionsTotal(), 192L, "regions");
        Check.equal(empty.usedBytes() + empty.regionsUsed() + empty.labels() + empty.movedBytes() + empty.movedObjects()
                + empty.freedBytes() + empty.freedRegions() + empty.movingCollections(), 0L, "sum of the counters at start");

        Object[] roots = Graphs.array(4, i -> Graphs.array(1000, j -> new long[100]));
        for (int i = 0; i < roots.length; i++) {
            SecondHeap.tagRoot(roots[i], i / 2);
        }
        Statistics tagged = SecondHeap.statistics();
        Check.equal(tagged.waitingRoots(), 4L, "waiting roots");
        SecondHeap.moveNow();
        Statistics moved = SecondHeap.statistics();
        Check.equal(moved.movedObjects(), 4L * 1001, "moved objects");
        Check.between(moved.movedBytes(), 4 * 1001 * 800, 4 * 1001 * 840, "moved bytes");
        Check.between(moved.usedBytes(), moved.movedBytes(), moved.regionsUsed() * M, "used bytes");
        Check.equal(moved.labels(), 2L, "labels");
        Check.equal(moved.movingCollections(), 1L, "moving collections");
        Check.equal(moved.waitingRoots(), 0L, "waiting roots");
        Check.equal(moved.waitingBytes(), 0L, "waiting bytes");
        Check.equal(moved.leftBehindObjects(), 0L, "objects left behind");
        Check.that(moved.moveNanos() > 0, "time spent moving");

        System.gc();
        Statistics after = SecondHeap.statistics();
        Check.equal(after.movedBytes(), moved.movedBytes(), "moved bytes after a collection that moves nothing");
        Check.equal(after.movingCollections(), 1L, "moving collections after one that moves nothing");
        Check.equal(after.usedBytes(), moved.usedBytes(), "used bytes after a collection that frees nothing");
        Check.that(roots[3] != null, "roots are live");
    }
}
