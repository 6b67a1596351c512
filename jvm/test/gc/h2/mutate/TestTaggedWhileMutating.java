// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Several threads change, tag and read their own graphs while moving collections run
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC TestTaggedWhileMutating
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class TestTaggedWhileMutating {
    public static void main(String[] args) throws Exception {
        H2.required();
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<?>> results = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int thread = t;
                results.add(pool.submit(() -> work(thread)));
            }
            for (int i = 0; i < 8; i++) {
                SecondHeap.moveNow();
                Thread.sleep(20);
            }
            for (Future<?> f : results) {
                f.get();
            }
        }
        Check.that(SecondHeap.statistics().movedObjects() > 0, "nothing moved");
    }

    private static void work(int thread) {
        List<Node> kept = new ArrayList<>();
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Node n = new Node(i, Graphs.list(50, i), Graphs.of(Graphs.Shape.MAP, 20, i));
            SecondHeap.tagRoot(n, thread * 1000L + i % 10);
            n.any = Graphs.of(Graphs.Shape.RECORDS, 20, i + 1);
            kept.add(n);
            sums.add(Checksum.of(n));
            int check = i / 2;
            Check.equal(Checksum.of(kept.get(check)), sums.get(check), "graph " + check + " of thread " + thread);
            if (i % 50 == 49) {
                SecondHeap.move(thread * 1000L + i % 10);
            }
        }
        for (int i = 0; i < kept.size(); i++) {
            Check.equal(Checksum.of(kept.get(i)), sums.get(i), "graph " + i + " of thread " + thread + " at the end");
        }
    }
}
