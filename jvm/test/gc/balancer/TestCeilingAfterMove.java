// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What a collection that moves objects to H2 gives back of H1 is not taken for memory of H1's until objects fill it again: the rest of the
 *          process passed for as much less, and the ceiling rose by it. What stays is H1's, though nothing is in it
 * @library /lib /hints
 * @build Job
 * @run main TestCeilingAfterMove
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestCeilingAfterMove {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx600m", "-XX:InitialHeapSize=400m", "-XX:MemoryBudget=490m", "-XX:MemoryBalancerInterval=200", "Job"))) {
            live.await("READY");
            live.send("native 60 1000").await("DONE");
            moves(live, 110, 100, "what is given back passed for memory of H1's");
            // The old generation has pages above what the collection gives back.
            live.send("hold 220").await("DONE");
            live.send("full").await("DONE");
            live.send("hold 90").await("DONE");
            live.send("full").await("DONE");
            moves(live, 90, 60, "what is not given back passed for memory of others");
            live.send("end").finish().exits(0).lacks("OutOfMemoryError");
        }
    }

    private static void moves(Live live, int hold, int tag, String otherwise) {
        live.send("hold " + hold).await("DONE");
        live.send("full").await("DONE");
        live.send("garbage 1000").await("DONE");
        long before = ceiling(live);
        live.send("tag " + tag).await("DONE");
        live.send("move").await("DONE");
        long after = ceiling(live);
        System.out.println("ceiling " + before / MB + " and " + after / MB + " MB");
        Check.between(after, before - 24 * MB, before + 24 * MB, "bytes of the ceiling after the move, or " + otherwise);
    }

    /** Of the second sample from now on, since the first may have begun before. */
    private static long ceiling(Live live) {
        live.await("sample now=");
        return BalancerLog.field(live.await("sample now="), "ceiling");
    }
}
