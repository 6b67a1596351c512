// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Objects that are locked, inflated or waited on while they move keep their monitor
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestMonitors
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xint TestMonitors
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders TestMonitors
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseObjectMonitorTable TestMonitors
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;

public class TestMonitors {
    private static final int SIZE = 500;

    public static void main(String[] args) throws Exception {
        Object[] roots = Graphs.array(SIZE, i -> new Node(i, null, new Node(-i, null, null)));
        int[] hashes = new int[SIZE];
        Thread[] waiters = new Thread[SIZE / 10];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = waiter((Node) roots[i * 10]);
        }
        for (int i = 0; i < SIZE; i++) {
            hashes[i] = inflateAndHash((Node) roots[i]);
        }
        for (Thread t : waiters) {
            while (t.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        Node held = (Node) roots[1];
        synchronized (held) {
            SecondHeap.tagRoots(roots, 3);
            SecondHeap.moveNow();
            Check.that(Thread.holdsLock(held), "lock was lost by the move");
            Gc.young();
        }
        Check.that(!Thread.holdsLock(held), "lock is still held");
        for (int i = 0; i < SIZE; i++) {
            H2.in(roots[i], "root " + i);
            check((Node) roots[i], hashes[i]);
        }
        for (int i = 0; i < waiters.length; i++) {
            Node n = (Node) roots[i * 10];
            synchronized (n) {
                n.value = -1000 - i;
                n.notifyAll();
            }
        }
        for (Thread t : waiters) {
            t.join(20_000);
            Check.that(!t.isAlive(), "waiter was not notified");
        }
    }

    private static Thread waiter(Node n) {
        return Thread.ofPlatform().daemon().start(() -> {
            synchronized (n) {
                while (n.value > -1000) {
                    try {
                        n.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
    }

    /** A hash and a timed wait force a full monitor, idle afterwards. */
    private static int inflateAndHash(Node n) throws InterruptedException {
        Object inner = n.any;
        synchronized (inner) {
            inner.wait(0, 1);
        }
        synchronized (n) {
            return System.identityHashCode(inner);
        }
    }

    private static void check(Node n, int hash) throws InterruptedException {
        Check.equal(System.identityHashCode(n.any), hash, "hash of an object with an idle monitor");
        inflateAndHash(n);
    }
}
