// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import dev.spillway.leaky.ControlExtractor;
import dev.spillway.leaky.LeakyGroups;
import java.io.IOException;
import java.util.List;

/**
 * Puts the groups of one hash together that lie in several runs, of which one has several keys with that hash. Keys are kept
 * in memory; values are, too, as long as Spark grants it. When it does not, they go to files in the order of their keys'
 * numbers, in which all that was written of a key is found again.
 */
final class SharedHash<K> implements Run<K> {
    // One page and an index of few keys: hash codes collide by chance, and each such pair must not become a file.
    private static final long ALLOWANCE = 512 << 10;

    private final int hash;
    private final int tags;
    private final TaskBudget budget;
    private final SpillFiles files;
    private final RunTiers<Integer> parts;
    private final LeakyGroups<Run<K>, K> groups;
    // What the memory has, and that with the parts, by number; null while groups are collected.
    private MovableRun<Integer> inMemory;
    private Run<Integer> all;
    private boolean hasParts;
    private int at = -1;

    SharedHash(int hash, int tags, TaskBudget budget, SpillFiles files) {
        this.hash = hash;
        this.tags = tags;
        this.budget = budget;
        this.files = files;
        parts = new RunTiers<>(files, tags, budget);
        groups = new LeakyGroups<>(new Extracting<>(), tags, new BudgetWithAllowance(budget, ALLOWANCE), new KeySizes());
    }

    /** Takes the group a run is on. */
    void add(Run<K> run) throws IOException {
        while (!groups.fill(run)) {
            if (groups.records() > 0) {
                flush();
            } else {
                takeOneAnyway(run);
            }
        }
    }

    // As LeakyMap does: a record or a key for which there is no memory at all is taken all the same.
    private void takeOneAnyway(Run<K> run) throws IOException {
        budget.force(true);
        try {
            groups.fill(run, 1);
        } finally {
            budget.force(false);
        }
    }

    private void flush() throws IOException {
        Run<Integer> part = new Numbered();
        parts.add(files.write(out -> {
            while (part.next()) {
                out.group(part);
            }
        }));
        hasParts = true;
        groups.clearRecords();
    }

    /** Ends taking: the groups can be walked. */
    void finish() throws IOException {
        inMemory = new MovableRun<>(new Numbered(), files);
        all = inMemory;
        if (hasParts) {
            List<Run<Integer>> runs = parts.openAll();
            runs.add(inMemory);
            all = new RunMerger<>(runs, tags, budget, files);
        }
    }

    /**
     * Moves values that have not been read to disk; keys stay.
     *
     * @return bytes of the file, 0 if there is nothing to be moved
     */
    long move() throws IOException {
        if (inMemory == null || inMemory.isMoved()) {
            return 0;
        }
        long bytes = inMemory.move();
        groups.clearRecords();
        return bytes;
    }

    @Override
    public boolean next() throws IOException {
        boolean more = all.next();
        at = more ? all.key() : groups.size();
        return more;
    }

    @Override
    public int hash() {
        return hash;
    }

    @Override
    public boolean sharesHash() {
        return at + 1 < groups.size();
    }

    @Override
    public K key() {
        return groups.key(at);
    }

    @Override
    public Contents contents() {
        return all.contents();
    }

    /** Gives memory back and deletes files. */
    void close() {
        groups.clear();
        if (inMemory != null) {
            inMemory.close();
        }
        parts.deleteAll();
    }

    /** The groups in memory that have records, by their numbers, which take the place of hashes and keys. */
    private final class Numbered implements Run<Integer> {
        private int number = -1;

        @Override
        public boolean next() {
            do {
                number++;
            } while (number < groups.size() && groups.isEmpty(number));
            return number < groups.size();
        }

        @Override
        public int hash() {
            return number;
        }

        @Override
        public boolean sharesHash() {
            return false;
        }

        @Override
        public Integer key() {
            return number;
        }

        @Override
        public Contents contents() {
            return groups.contents(number);
        }
    }

    /** Takes the records of the group a run is on. */
    private static final class Extracting<K> implements ControlExtractor<Run<K>, K> {
        private final KillCheck kill = KillCheck.ofThread();
        private Contents contents;

        @Override
        public boolean next(Run<K> run, dev.spillway.leaky.Record<K> into) {
            if (contents == null) {
                contents = run.contents();
            }
            if (!contents.next()) {
                contents = null;
                return false;
            }
            kill.next();
            into.set(run.key(), contents.tag(), contents.bytes(), contents.offset(), contents.length());
            return true;
        }
    }
}
