// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Cleaners and finalizers of H2 objects run once, after the label has died; a finalizer can save its object
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions --finalization=enabled TestCleaners
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class TestCleaners {
    private static final int SIZE = 50;       // fewer than make the counter a popular object, which would stay in H2

    /** Counts its finalization and saves the object with value 1 once. */
    private static final class Finalized {
        private final AtomicInteger count;
        private final AtomicReference<Object> saved;
        private final int value;
        private final int[] data;

        Finalized(AtomicInteger count, AtomicReference<Object> saved, int value) {
            this.count = count;
            this.saved = saved;
            this.value = value;
            this.data = new int[4500];
            this.data[1] = value * 7;
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            count.incrementAndGet();
            if (value == 1) {
                saved.set(this);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        H2.required();
        AtomicInteger cleaned = new AtomicInteger();
        AtomicInteger finalized = new AtomicInteger();
        AtomicReference<Object> saved = new AtomicReference<>();
        // Each label fills a region of its own: the saved object keeps its region, and all in it, alive.
        Object[] nodes = Graphs.array(SIZE, i -> new Node(i, null, new byte[18000]));
        Object[] finalizable = Graphs.array(SIZE, i -> new Finalized(finalized, saved, i));
        Cleaner cleaner = Cleaner.create();
        for (int i = 0; i < SIZE; i++) {
            cleaner.register(nodes[i], cleaned::incrementAndGet);
        }
        SecondHeap.tagRoot(nodes, 1);
        SecondHeap.tagRoot(finalizable, 2);
        SecondHeap.moveNow();
        H2.in(nodes[3], "object with a cleaner");
        Gc.young();
        Gc.full();
        Check.equal(cleaned.get() + finalized.get(), 0, "cleaned or finalized while live");
        H2.in(finalizable, "array of objects with finalizers");
        nodes = null;
        finalizable = null;
        until(cleaned, SIZE);
        until(finalized, SIZE);
        Finalized one = (Finalized) saved.get();
        Check.that(one.value == 1 && one.data[1] == 7, "object saved by its finalizer");
        Gc.full();
        Check.that(one.value == 1 && one.data[1] == 7, "saved object after a further collection");
        one = null;
        saved.set(null);
        Gc.full();
        Gc.full();
        Check.equal(finalized.get(), SIZE, "finalizers run");
        Check.equal(H2.used(), 0L, "bytes used at the end");
    }

    private static void until(AtomicInteger counter, int expected) throws InterruptedException {
        for (int i = 0; counter.get() < expected; i++) {
            Check.that(i < 100, "only " + counter.get() + " of " + expected + " ran");
            Gc.full();
            Thread.sleep(20);
        }
        Check.equal(counter.get(), expected, "runs");
    }
}
