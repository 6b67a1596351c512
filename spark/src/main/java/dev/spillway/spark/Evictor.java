// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfoManager;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room in the pool by Spark's own rules: least recently used first, never a block that is being read or written, never
 * a block of the RDD that needs the room (partitions of one RDD would drive each other out in turns).
 */
final class Evictor {
    private static final Logger LOG = LoggerFactory.getLogger(Evictor.class);

    private final BlockTable table;
    private final Pool pool;
    private final BlockInfoManager locks;
    private final BlockDropper dropper;
    private final StoreMetrics metrics;

    Evictor(BlockTable table, Pool pool, BlockInfoManager locks, BlockDropper dropper, StoreMetrics metrics) {
        this.table = table;
        this.pool = pool;
        this.locks = locks;
        this.dropper = dropper;
        this.metrics = metrics;
    }

    /** Reserves bytes of the pool for a label, evicting blocks of other labels as needed; false if that is not enough. */
    boolean reserve(long bytes, long label) {
        while (!pool.tryReserve(bytes)) {
            List<Map.Entry<BlockId, ChunkedBlock>> victims = lockVictims(bytes, label);
            if (victims.isEmpty()) {
                // What another task freed in between may still be enough.
                return pool.tryReserve(bytes);
            }
            drop(victims);
        }
        return true;
    }

    /** Write-locks blocks until they make enough room; none at all if they cannot. */
    private List<Map.Entry<BlockId, ChunkedBlock>> lockVictims(long bytes, long label) {
        List<Map.Entry<BlockId, ChunkedBlock>> locked = new ArrayList<>();
        long room = pool.free();
        for (Map.Entry<BlockId, ChunkedBlock> candidate : table.evictable(label)) {
            if (room >= bytes) {
                break;
            }
            if (locks.lockForWriting(candidate.getKey(), false).isDefined()) {
                locked.add(candidate);
                room += candidate.getValue().size();
            }
        }
        if (room < bytes) {
            locked.forEach(victim -> unlock(victim.getKey()));
            locked.clear();
        }
        return locked;
    }

    private void drop(List<Map.Entry<BlockId, ChunkedBlock>> victims) {
        int done = 0;
        try {
            for (Map.Entry<BlockId, ChunkedBlock> victim : victims) {
                dropOne(victim.getKey());
                done++;
            }
        } finally {
            // Also after an exception no block may stay locked.
            victims.subList(done, victims.size()).forEach(left -> unlock(left.getKey()));
        }
    }

    private void dropOne(BlockId id) {
        ChunkedBlock block = table.touch(id);
        if (block == null) {
            // Left memory before we had the lock; it may live on on disk.
            unlock(id);
            return;
        }
        StorageLevel left = dropper.drop(id, block);
        if (left.isValid()) {
            unlock(id);
        } else {
            locks.removeBlock(id);
        }
        metrics.evictions.inc();
        metrics.evictedBytes.inc(block.size());
        LOG.info("Evicted {} ({} bytes) from the second heap", id, block.size());
    }

    private void unlock(BlockId id) {
        locks.unlock(id, scala.Option.empty());
    }
}
