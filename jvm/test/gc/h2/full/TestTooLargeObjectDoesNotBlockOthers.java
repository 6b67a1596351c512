// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary An array larger than H2 stays in H1, whole; other roots move all the same, before and after
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapSize=16m TestTooLargeObjectDoesNotBlockOthers
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestTooLargeObjectDoesNotBlockOthers {
    public static void main(String[] args) {
        Object first = H2.moved(Graphs.list(1000, 1), 1);
        Object[] large = new Object[8_000_000];
        large[0] = Graphs.list(1000, 2);
        large[large.length - 1] = Graphs.list(1000, 3);
        long sum = Checksum.of(large);
        SecondHeap.tagRoot(large, 2);
        SecondHeap.moveNow();
        H2.notIn(large, "array of 32 MB with an H2 of 16 MB");
        Object later = H2.moved(Graphs.list(1000, 4), 3);
        Gc.young();
        Gc.full();
        Check.equal(Checksum.of(large), sum, "content of the large array");
        Check.equal(Checksum.of(first) + Checksum.of(later),
                Checksum.of(Graphs.list(1000, 1)) + Checksum.of(Graphs.list(1000, 4)), "content of the others");
    }
}
