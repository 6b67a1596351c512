// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.Node;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One mutator of the random program. It owns slots with a graph each; beside the graphs, and never tagged, it keeps what
 * they must contain: their checksums, what they link to, and the references of all kinds and cleaners that watch them.
 */
final class RandomGraphs implements Runnable {
    private static final int LINKS = 4;
    private static final int GROUP = 20;
    /** Makes a group fill most of a region of 1 MB, or it would share one and be freed only with its neighbours. */
    private static final int FILLER = 40_000;

    private final int slots;
    private final int steps;
    private final int maxSize;
    private final long seed;
    private final Random random;
    private final Node[] graph;
    private final long[] sum;
    private final int[][] link;
    private final int[][] generation;
    private final int[] born;
    private final Reference<Node>[] reference;
    /** Set by the cleaner of the slot's graph; null if that has none. */
    private final AtomicBoolean[] cleaned;
    private final Cleaner cleaner = Cleaner.create();
    private long label;

    RandomGraphs(long seed, int slots, int steps, int maxSize) {
        this.seed = seed;
        this.random = new Random(seed);
        this.slots = slots;
        this.steps = steps;
        this.maxSize = maxSize;
        this.graph = new Node[slots];
        this.sum = new long[slots];
        this.link = new int[slots][LINKS];
        this.generation = new int[slots][LINKS];
        this.born = new int[slots];
        this.reference = references(slots);
        this.cleaned = new AtomicBoolean[slots];
    }

    @Override
    public void run() {
        for (int step = 1; step <= steps; step++) {
            int slot = random.nextInt(slots);
            switch (random.nextInt(16)) {
                case 0, 1, 2 -> create(slot, step);
                case 3, 4 -> grow(slot);
                case 5, 6 -> link(slot, slot - slot % GROUP + random.nextInt(GROUP));
                case 7 -> drop(slot);
                case 8, 9, 10 -> tag(slot);
                case 11 -> refer(slot);
                case 12 -> SecondHeap.move(labelOf(random.nextInt(slots)));
                case 13 -> rehash(slot);
                default -> check(slot);
            }
            if (random.nextInt(50) == 0) {
                group(slot - slot % GROUP, step);
            }
            if (step == steps / 2) {
                SecondHeap.moveNow();      // whatever the seed: a program that never moves proves nothing
            } else if (random.nextInt(100) == 0) {
                collect();
            }
        }
        for (int slot = 0; slot < slots; slot++) {
            check(slot);
        }
    }

    private void collect() {
        switch (random.nextInt(10)) {
            case 0 -> Gc.full();
            case 1, 2, 3 -> SecondHeap.moveNow();
            case 4 -> SecondHeap.release(labelOf(random.nextInt(slots)));
            default -> Gc.young();
        }
    }

    /** A group is cached or given up as a whole, like the partitions of a table; links stay within groups. */
    private void group(int first, int step) {
        boolean cache = random.nextInt(3) > 0;
        ++label;
        for (int slot = first; slot < first + GROUP; slot++) {
            drop(slot);
            if (cache) {
                create(slot, step);
                ((Object[]) graph[slot].any)[1 + LINKS] = new byte[FILLER];
                SecondHeap.tagRoot(graph[slot], seed * 1_000_000 + label);
            }
        }
        SecondHeap.move(seed * 1_000_000 + label);
    }

    /** A graph of a random shape; any.[0] is its content, any.[1..] its links to the graphs of other slots. */
    private void create(int slot, int step) {
        Graphs.Shape shape = Graphs.Shape.values()[random.nextInt(Graphs.Shape.values().length)];
        int size = random.nextInt(50) == 0 ? maxSize * 20 : random.nextInt(maxSize) + 16;
        Object[] parts = new Object[2 + LINKS];
        drop(slot);
        parts[0] = Graphs.of(shape, size, random.nextLong());
        graph[slot] = new Node(slot, null, parts);
        sum[slot] = Checksum.of(parts[0]);
        born[slot] = step;
        java.util.Arrays.fill(link[slot], -1);
        reference[slot] = null;
        cleaned[slot] = null;
        if (random.nextInt(3) == 0) {
            refer(slot);
        }
        if (random.nextInt(5) == 0) {
            AtomicBoolean flag = new AtomicBoolean();
            cleaned[slot] = flag;
            cleaner.register(graph[slot], () -> flag.set(true));
        }
    }

    /** Cuts most links of dropped graphs: otherwise everything ever made would be reachable from the newest graphs. */
    private void drop(int slot) {
        if (graph[slot] != null && random.nextInt(4) != 0) {
            java.util.Arrays.fill((Object[]) graph[slot].any, 1, 1 + LINKS, null);
        }
        graph[slot] = null;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Reference<Node>[] references(int n) {
        return new Reference[n];
    }

    /** Prepends nodes with the next value each: a store into H2 if the graph has moved. */
    private void grow(int slot) {
        Node g = graph[slot];
        for (int i = 0; g != null && i < 5; i++) {
            g.next = new Node(g.next == null ? 1 : g.next.value + 1, g.next, new int[] {i});
        }
    }

    private void link(int from, int to) {
        if (graph[from] != null && graph[to] != null) {
            int i = random.nextInt(LINKS);
            ((Object[]) graph[from].any)[1 + i] = graph[to];
            link[from][i] = to;
            generation[from][i] = born[to];
        }
    }

    private void tag(int slot) {
        if (graph[slot] != null) {
            SecondHeap.tagRoot(graph[slot], labelOf(slot));
        }
    }

    private void refer(int slot) {
        if (graph[slot] != null) {
            reference[slot] = switch (random.nextInt(3)) {
                case 0 -> new WeakReference<>(graph[slot]);
                case 1 -> new SoftReference<>(graph[slot]);
                default -> new PhantomReference<>(graph[slot], new ReferenceQueue<>());
            };
        }
    }

    private void rehash(int slot) {
        if (graph[slot] != null) {
            int hash = graph[slot].hashCode();
            synchronized (graph[slot]) {
                Check.equal(graph[slot].hashCode(), hash, "identity hash under a lock");
            }
        }
    }

    /** Some labels are shared by slots, some are new each time, as with cached tables that come and go. */
    private long labelOf(int slot) {
        return slot % 3 == 0 ? seed * 1_000_000 + ++label : slot % 7 - 3;
    }

    private void check(int slot) {
        Node g = graph[slot];
        if (g == null) {
            Node o = reference[slot] == null ? null : reference[slot].get();
            Check.that(o == null || Checksum.of(((Object[]) o.any)[0]) == sum[slot], at(slot, "weakly held graph"));
            return;
        }
        Object[] parts = (Object[]) g.any;
        Check.equal(g.value, (long) slot, at(slot, "slot number"));
        Check.that(Checksum.of(parts[0]) == sum[slot], at(slot, "checksum"));
        Check.that(cleaned[slot] == null || !cleaned[slot].get(), at(slot, "cleaner of a live graph"));
        Check.that(reference[slot] == null || reference[slot].refersTo(g), at(slot, "weak reference to a live graph"));
        long expected = g.next == null ? 0 : g.next.value;
        for (Node n = g.next; n != null; n = n.next) {
            Check.equal(n.value, expected--, at(slot, "grown list"));
        }
        for (int i = 0; i < LINKS; i++) {
            if (link[slot][i] >= 0) {
                Node target = (Node) parts[1 + i];
                Check.equal(target.value, (long) link[slot][i], at(slot, "link"));
                if (born[link[slot][i]] == generation[slot][i]) {
                    Check.that(Checksum.of(((Object[]) target.any)[0]) == sum[link[slot][i]], at(slot, "linked graph"));
                }
            }
        }
    }

    private String at(int slot, String what) {
        return what + " of slot " + slot + ", seed " + seed;
    }
}
