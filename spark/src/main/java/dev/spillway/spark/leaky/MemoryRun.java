// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import dev.spillway.leaky.GroupOrder;
import dev.spillway.leaky.LeakyGroups;
import java.io.IOException;

/**
 * The groups that are in memory, by hash, or as their keys came if nothing is merged with them; what is left of them can be moved to disk
 * in the middle of the walk.
 */
final class MemoryRun<K> implements Run<K> {
    private final LeakyGroups<?, K> groups;
    // Null once they are not needed: they hold the index.
    private GroupOrder order;
    // Tells whether the next group shares the hash; without it none is said to.
    private GroupOrder ahead;
    private boolean hasAhead;
    private boolean onGroup;
    private boolean read;
    // Where the rest is, once it was spilled.
    private SpillRun<K> spilled;

    private MemoryRun(LeakyGroups<?, K> groups, GroupOrder order) {
        this.groups = groups;
        this.order = order;
    }

    /** Sorts the groups, which take no more records from now on. */
    static <K> MemoryRun<K> byHash(LeakyGroups<?, K> groups) {
        MemoryRun<K> run = new MemoryRun<>(groups, groups.sort());
        run.ahead = run.order.copy();
        run.hasAhead = run.advance(run.ahead);
        return run;
    }

    /** The groups as their keys came, which cannot be merged with other runs; they take no more records from now on. */
    static <K> MemoryRun<K> inArrivalOrder(LeakyGroups<?, K> groups) {
        return new MemoryRun<>(groups, groups.inArrivalOrder());
    }

    @Override
    public boolean next() throws IOException {
        read = false;
        if (spilled != null) {
            return spilled.next();
        }
        onGroup = order != null && advance(order);
        hasAhead = onGroup && ahead != null && advance(ahead);
        return onGroup;
    }

    // A key may be there without a record, for which memory was refused: it comes again after the spill.
    private boolean advance(GroupOrder walk) {
        while (walk.next()) {
            if (!groups.isEmpty(walk.number())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int hash() {
        return spilled != null ? spilled.hash() : order.hash();
    }

    @Override
    public boolean sharesHash() {
        return spilled != null ? spilled.sharesHash() : hasAhead && ahead.hash() == order.hash();
    }

    @Override
    public K key() {
        return spilled != null ? spilled.key() : groups.key(order.number());
    }

    @Override
    public Contents contents() {
        read = true;
        return spilled != null ? spilled.contents() : groups.contents(order.number());
    }

    /**
     * Writes what has not been read to disk and goes on from there. The caller frees the groups.
     *
     * @return bytes of the file, 0 if nothing was left
     */
    long spill(SpillFiles files) throws IOException {
        if (spilled != null) {
            return 0;
        }
        boolean current = onGroup && !read;
        SpillFile file = files.write(out -> {
            if (current) {
                out.group(this);
            }
            while (next()) {
                out.group(this);
            }
        });
        spilled = files.read(file);
        order = null;
        ahead = null;
        if (current) {
            spilled.next();
        }
        return file.bytes();
    }

    /** Whether what was left has been moved to disk. */
    boolean isSpilled() {
        return spilled != null;
    }

    /** Ends the walk: there is no next group. */
    void close() {
        order = null;
        ahead = null;
    }
}
