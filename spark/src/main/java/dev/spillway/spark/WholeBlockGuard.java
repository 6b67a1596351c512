// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfoManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses to have a block serialized whole into H1 when it may be larger than H1 itself. Who wanted it elsewhere computes it
 * again, as after the loss of a block; a block that cannot be computed again is served as stock serves it.
 */
final class WholeBlockGuard {
    private static final Logger LOG = LoggerFactory.getLogger(WholeBlockGuard.class);

    // The block manager's one method that serializes a cached block, called from remote reads, replication and migration.
    static final String SERIALIZING_METHOD = "doGetLocalBytes";

    // Frames between that method and this one: the store's methods and their lambdas.
    private static final int DEPTH = 10;

    private final BlockInfoManager locks;
    private final long limit;
    private final StoreMetrics metrics;
    private final Predicate<BlockId> irreplaceable;
    private final AtomicBoolean warned = new AtomicBoolean();

    WholeBlockGuard(BlockInfoManager locks, long limit, StoreMetrics metrics, Predicate<BlockId> irreplaceable) {
        this.irreplaceable = irreplaceable;
        this.locks = locks;
        this.limit = limit;
        this.metrics = metrics;
    }

    /**
     * Called before the elements of a block are handed out.
     *
     * @throws BlockTooLargeException if they are wanted for serialization and there are too many
     */
    void check(BlockId id, ChunkedBlock block) {
        if (block.size() <= limit || !isSerializing() || irreplaceable.test(id)) {
            return;
        }
        // The caller took a read lock and forgets it on an exception: nobody could ever remove the block.
        locks.unlock(id, scala.Option.empty());
        metrics.recomputes.inc();
        warnOnce(id, "read, replicated or migrated");
        throw new BlockTooLargeException(id, block.size(), limit);
    }

    /** Notes that a block whose level wants copies is not stored because it cannot be copied. */
    void refuseReplication(BlockId id) {
        metrics.recomputes.inc();
        warnOnce(id, "replicated as its storage level wants");
    }

    private void warnOnce(BlockId id, String what) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn("Block {} is larger than {} bytes, too large to be serialized whole: it cannot be {} and is computed again"
                    + " where it is needed (see {}; later cases are only counted)", id, limit, what,
                    ConfigKeys.SERVE_FRACTION.name());
        }
    }

    private static boolean isSerializing() {
        return StackWalker.getInstance()
                .walk(frames -> frames.limit(DEPTH).anyMatch(f -> f.getMethodName().equals(SERIALIZING_METHOD)));
    }

    /** Tells the reader elsewhere why it gets nothing. */
    static final class BlockTooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BlockTooLargeException(BlockId id, long size, long limit) {
            super(id + " has " + size + " bytes in the second heap; more than " + limit
                    + " are not serialized whole. Compute it again.");
        }
    }
}
