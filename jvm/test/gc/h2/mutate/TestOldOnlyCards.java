// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary H1 objects that only H2 refers to live on in the old generation, are moved by compaction and re-adjusted each time
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestOldOnlyCards
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops -XX:ParallelGCThreads=4 TestOldOnlyCards
 */
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;

public class TestOldOnlyCards {
    public static void main(String[] args) {
        Object[] holders = H2.moved(Graphs.array(200, i -> new Node(i, null, null)), 1);
        Object[] ballast = Graphs.array(400, i -> new byte[50_000]);
        for (int i = 0; i < holders.length; i++) {
            ((Node) holders[i]).any = Graphs.list(50, i);
            ballast[2 * i] = new byte[1000 + i];
        }
        long sum = Checksum.of(holders);
        Gc.full();
        for (int round = 0; round < 4; round++) {
            for (int i = round; i < ballast.length; i += 4) {
                ballast[i] = null;
            }
            Gc.full();
            H2.notIn(((Node) holders[round]).any, "untagged list behind an H2 object");
            Check.equal(Checksum.of(holders), sum, "content after compaction " + round);
            Gc.young();
            Check.equal(Checksum.of(holders), sum, "content after a young collection " + round);
        }
    }
}
