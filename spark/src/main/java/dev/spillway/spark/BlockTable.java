// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.spark.storage.BlockId;

/** The blocks in H2, least recently used first, and how many blocks and running puts use each label. Thread-safe. */
final class BlockTable {
    private final LinkedHashMap<BlockId, ChunkedBlock> blocks = new LinkedHashMap<>(32, 0.75f, true);
    private final Map<Long, Integer> users = new HashMap<>();

    /** Announces a put under the label. */
    synchronized void enter(long label) {
        users.merge(label, 1, Integer::sum);
    }

    /**
     * Ends a put that {@link #enter}ed, or the life of a block.
     *
     * @param release gets the label if this was its last user, before another one can enter: that one's tags must stay
     */
    synchronized void leave(long label, LongConsumer release) {
        if (users.merge(label, -1, (a, b) -> a + b == 0 ? null : a + b) == null) {
            release.accept(label);
        }
    }

    /** Adds a block; the put that made it hands its use of the label over. */
    synchronized void add(BlockId id, ChunkedBlock block) {
        if (blocks.putIfAbsent(id, block) != null) {
            throw new IllegalStateException(id + " is already cached");
        }
    }

    /** The block, now the most recently used; null if absent. */
    synchronized ChunkedBlock touch(BlockId id) {
        return blocks.get(id);
    }

    synchronized boolean contains(BlockId id) {
        return blocks.containsKey(id);
    }

    synchronized ChunkedBlock remove(BlockId id) {
        return blocks.remove(id);
    }

    /** Blocks of other labels in the order of eviction. */
    synchronized List<Map.Entry<BlockId, ChunkedBlock>> evictable(long exceptLabel) {
        List<Map.Entry<BlockId, ChunkedBlock>> candidates = new ArrayList<>();
        blocks.forEach((id, block) -> {
            if (block.label() != exceptLabel) {
                candidates.add(Map.entry(id, block));
            }
        });
        return candidates;
    }

    /** Takes all blocks out. */
    synchronized List<ChunkedBlock> drain() {
        List<ChunkedBlock> all = new ArrayList<>(blocks.values());
        blocks.clear();
        return all;
    }

    synchronized int size() {
        return blocks.size();
    }
}
