// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Roots without references do not inflate what the closure of other roots is expected to have
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestEstimateOfMixedRoots
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import java.lang.ref.Reference;

public class TestEstimateOfMixedRoots {
    public static void main(String[] args) {
        H2.required();
        Object[] primitive = Graphs.array(50, i -> new double[1 << 17]);
        Object[] references = Graphs.array(100, i -> new byte[64]);
        SecondHeap.tagRoots(primitive, 1);
        SecondHeap.tagRoot(references, 1);
        SecondHeap.moveNow();
        H2.in(primitive[0], "double[]");
        Object[] next = Graphs.array(100, i -> new byte[64]);
        SecondHeap.tagRoot(next, 2);
        // 400 bytes and a hundred times 80.
        Check.between(SecondHeap.statistics().waitingBytes(), 1000, 50_000, "bytes expected to move");
        Reference.reachabilityFence(primitive);
    }
}
