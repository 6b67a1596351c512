// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Virtual threads that sleep inside a moved closure, with moved objects on their stacks, wake up unharmed
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestVirtualThreads
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestVirtualThreads
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops -Xint TestVirtualThreads
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class TestVirtualThreads {
    private static final int THREADS = 200;

    public static void main(String[] args) throws Exception {
        H2.required();
        CountDownLatch parked = new CountDownLatch(THREADS);
        CountDownLatch wake = new CountDownLatch(1);
        AtomicInteger right = new AtomicInteger();
        Object[] roots = Graphs.array(THREADS, i -> new Node(i, Graphs.list(50, i), null));
        for (Object o : roots) {
            ((Node) o).any = sleeper((Node) o, parked, wake, right);
        }
        parked.await();
        SecondHeap.tagRoots(roots, 1);
        SecondHeap.moveNow();
        for (Object o : roots) {
            H2.in(o, "root on the stack of a parked virtual thread");
            H2.notIn(((Node) o).any, "virtual thread");
        }
        Gc.young();
        Gc.full();
        wake.countDown();
        for (Object o : roots) {
            ((Thread) ((Node) o).any).join();
        }
        Check.equal(right.get(), THREADS, "threads that found their data");
    }

    private static Thread sleeper(Node n, CountDownLatch parked, CountDownLatch wake, AtomicInteger right) {
        return Thread.ofVirtual().start(() -> {
            long sum = Checksum.of(n.next);
            parked.countDown();
            try {
                wake.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (Checksum.of(n.next) == sum && sum == Checksum.of(Graphs.list(50, n.value))) {
                right.incrementAndGet();
            }
        });
    }
}
