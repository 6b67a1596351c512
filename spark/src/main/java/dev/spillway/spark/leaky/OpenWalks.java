// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.codahale.metrics.Counter;
import java.lang.ref.Cleaner;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The walks over streamed groups of one executor that hold a descriptor. A program may leave walks anywhere, as {@code values.head}
 * does, and they are collected long after; so the eldest is suspended when there are many, and can be again when it has
 * gone on.
 */
final class OpenWalks {
    /** More than programs have in use at a time, and far fewer than a process may have descriptors. */
    static final int MOST = 64;

    // Of those that are in use; then one more is open.
    private static final int MOST_TRIES = 8;

    private final Cleaner cleaner = Cleaner.create();
    private final Set<GroupWalk> open = new LinkedHashSet<>();
    private final Counter groupFileBytes;

    /**
     * None.
     *
     * @param groupFileBytes counts what the files of groups take that outlive their tasks
     */
    OpenWalks(Counter groupFileBytes) {
        this.groupFileBytes = groupFileBytes;
    }

    Counter groupFileBytes() {
        return groupFileBytes;
    }

    /** Ends walks and deletes files that nobody refers to any more. */
    Cleaner cleaner() {
        return cleaner;
    }

    /** Takes a walk that has opened its file. */
    void add(GroupWalk walk) {
        GroupWalk eldest = addAndTakeEldest(walk);
        // Outside of the monitor, for a walk that ends has its own lock when it asks for this one.
        for (int tries = 1; eldest != null && !eldest.suspend(); tries++) {
            eldest = tries < MOST_TRIES ? addAndTakeEldest(eldest) : putBack(eldest);
        }
    }

    private synchronized GroupWalk putBack(GroupWalk inUse) {
        open.add(inUse);
        return null;
    }

    private synchronized GroupWalk addAndTakeEldest(GroupWalk walk) {
        open.add(walk);
        if (open.size() <= MOST) {
            return null;
        }
        GroupWalk eldest = open.iterator().next();
        open.remove(eldest);
        return eldest;
    }

    /** Forgets a walk that holds nothing any more. */
    synchronized void remove(GroupWalk walk) {
        open.remove(walk);
    }
}
