// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import dev.spillway.leaky.GroupOrder;
import dev.spillway.leaky.LeakyGroups;

/** The groups that are in memory, by hash, or as their keys came if nothing is merged with them. */
final class MemoryRun<K> implements Run<K> {
    private final LeakyGroups<?, K> groups;
    private final GroupOrder order;
    // Tells whether the next group shares the hash; without it none is said to.
    private GroupOrder ahead;
    private boolean hasAhead;

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
    public boolean next() {
        boolean onGroup = advance(order);
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
        return order.hash();
    }

    @Override
    public boolean sharesHash() {
        return hasAhead && ahead.hash() == order.hash();
    }

    @Override
    public K key() {
        return groups.key(order.number());
    }

    @Override
    public Contents contents() {
        return groups.contents(order.number());
    }
}
