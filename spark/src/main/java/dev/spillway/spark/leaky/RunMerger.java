// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Merges runs: the parts of a group that lie in several runs become one, without decoding. Runs are walked hash by hash.
 * Where a run has several keys of one hash code, the groups of that hash are collected first, see {@link SharedHash}; all
 * others stream.
 */
final class RunMerger<K> implements Run<K> {
    private final int tags;
    private final TaskBudget budget;
    private final SpillFiles files;
    private final PriorityQueue<Run<K>> queue =
            new PriorityQueue<>(Comparator.comparing(Run::hash, Integer::compareUnsigned));
    // Runs on the present hash whose group was not given yet, then those whose group is being given.
    private final List<Run<K>> waiting = new ArrayList<>();
    private final List<Run<K>> given = new ArrayList<>();
    private SharedHash<K> collected;
    private int hash;

    /**
     * A merger before its first group.
     *
     * @param runs each before its first group
     * @param tags number of tags of the records
     * @param budget asked for what groups of one hash take
     * @param files take what it does not grant
     */
    RunMerger(List<? extends Run<K>> runs, int tags, TaskBudget budget, SpillFiles files) throws IOException {
        this.tags = tags;
        this.budget = budget;
        this.files = files;
        for (Run<K> run : runs) {
            enqueue(run);
        }
    }

    private void enqueue(Run<K> run) throws IOException {
        if (run.next()) {
            queue.add(run);
        }
    }

    @Override
    public boolean next() throws IOException {
        if (collected != null && collected.next()) {
            return true;
        }
        close();
        for (Run<K> run : given) {
            enqueue(run);
        }
        given.clear();
        if (waiting.isEmpty() && !takeNextHash()) {
            return false;
        }
        if (collected == null) {
            giveFirstWaiting();
        }
        return true;
    }

    // Moves all runs of the smallest hash to those that wait; collects their groups if one of them has another of this hash.
    private boolean takeNextHash() throws IOException {
        if (queue.isEmpty()) {
            return false;
        }
        hash = queue.peek().hash();
        boolean shared = false;
        while (!queue.isEmpty() && queue.peek().hash() == hash) {
            Run<K> run = queue.poll();
            shared |= run.sharesHash();
            waiting.add(run);
        }
        if (shared) {
            collect();
        }
        return true;
    }

    private void giveFirstWaiting() {
        K key = waiting.get(0).key();
        for (Iterator<Run<K>> i = waiting.iterator(); i.hasNext(); ) {
            Run<K> run = i.next();
            // The first run's key is given whatever its equals says: a key may not be equal to itself.
            if (key == run.key() || key != null && key.equals(run.key())) {
                given.add(run);
                i.remove();
            }
        }
    }

    private void collect() throws IOException {
        collected = new SharedHash<>(hash, tags, budget, files);
        for (Run<K> run : waiting) {
            boolean more = true;
            while (more && run.hash() == hash) {
                collected.add(run);
                more = run.next();
            }
            if (more) {
                queue.add(run);
            }
        }
        waiting.clear();
        collected.finish();
        collected.next();
    }

    /**
     * Moves groups of one hash that wait in memory to disk.
     *
     * @return bytes of the file, 0 if there are none
     */
    long moveCollected() throws IOException {
        return collected == null ? 0 : collected.move();
    }

    /** Gives back what groups of one hash take, if such are being given. */
    void close() {
        if (collected != null) {
            collected.close();
            collected = null;
        }
    }

    @Override
    public int hash() {
        return hash;
    }

    @Override
    public boolean sharesHash() {
        return collected != null ? collected.sharesHash() : !waiting.isEmpty();
    }

    @Override
    public K key() {
        return collected != null ? collected.key() : given.get(0).key();
    }

    @Override
    public Contents contents() {
        return collected != null ? collected.contents()
                : given.size() == 1 ? given.get(0).contents() : new Joined<>(given.iterator());
    }

    /** The contents of several runs, one after the other. */
    private static final class Joined<K> implements Contents {
        private final Iterator<Run<K>> runs;
        private Contents current;

        Joined(Iterator<Run<K>> runs) {
            this.runs = runs;
            current = runs.next().contents();
        }

        @Override
        public boolean next() {
            while (!current.next()) {
                if (!runs.hasNext()) {
                    return false;
                }
                current = runs.next().contents();
            }
            return true;
        }

        @Override
        public int tag() {
            return current.tag();
        }

        @Override
        public byte[] bytes() {
            return current.bytes();
        }

        @Override
        public int offset() {
            return current.offset();
        }

        @Override
        public int length() {
            return current.length();
        }
    }
}
