// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.Statistics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A second heap that only keeps books, so that the store's logic can be checked on any JVM. Moves all it is allowed to. */
final class FakeHeap implements HeapBinding {
    static final long REGION = 1 << 20;

    final List<Object> tagged = new ArrayList<>();
    /** More than any chunk of the tests: all that is tagged moves. */
    private static final long CHUNK = 1 << 20;

    final Set<Long> movable = new HashSet<>();
    final List<Long> released = new ArrayList<>();
    long capacity = 64 << 20;
    long collections;
    long waitingBytes;
    long limit;
    long movedBytes;
    private long taggedBytes;
    long budget = Long.MAX_VALUE;
    boolean stuck;
    /** What a collection frees although it moves nothing. */
    long freedWhileStuck;
    private long freedBytes;

    @Override
    public boolean isEnabled() {
        return true;
    }

    @Override
    public synchronized void tag(Object chunk, long label) {
        tagged.add(chunk);
        taggedBytes += CHUNK;
    }

    @Override
    public synchronized void move(long label) {
        movable.add(label);
    }

    @Override
    public synchronized void release(long label) {
        released.add(label);
    }

    @Override
    public synchronized void moveNow() {
        if (!stuck) {
            collections++;
            long moved = Math.min(waitingBytes, budget);
            waitingBytes -= moved;
            movedBytes += Math.max(1, moved) + taggedBytes;
            taggedBytes = 0;
        } else {
            freedBytes += freedWhileStuck;
        }
    }

    @Override
    public synchronized Statistics statistics() {
        return new Statistics(
                capacity, 0, capacity / REGION, 0, 0, 0, waitingBytes, movedBytes, 0, freedBytes, 0, collections, 0, REGION, 0, limit);
    }
}
