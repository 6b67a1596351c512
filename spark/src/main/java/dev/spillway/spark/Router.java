// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfoManager;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects what {@link Route} decides on. */
final class Router {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);

    private final Set<String> levels;
    private final BlockInfoManager infos;
    private final IntPredicate excludedRdd;
    private final IntPredicate excludedNow;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * A router.
     *
     * @param excludedRdd whether an RDD stays in Spark's own store, which may be remembered
     * @param excludedNow the same, asked anew
     */
    Router(Set<String> levels, BlockInfoManager infos, IntPredicate excludedRdd, IntPredicate excludedNow) {
        this.excludedNow = excludedNow;
        this.levels = levels;
        this.infos = infos;
        this.excludedRdd = excludedRdd;
    }

    Route route(BlockId id, MemoryMode mode) {
        return Route.of(new Route.Sample(
                id.isRDD(),
                mode == MemoryMode.ON_HEAP,
                switchedOff(),
                levels.contains(levelName(level(id))),
                () -> excludedRdd.test(rddId(id))));
    }

    /** Whether the block's level wants copies on other executors. */
    boolean isReplicated(BlockId id) {
        return level(id).replication() > 1;
    }

    /**
     * Whether the driver now wants the block where Spark keeps it, whatever it said when the block was stored: the RDD may have
     * been checkpointed locally since, and its blocks are all there is.
     */
    boolean isIrreplaceable(BlockId id) {
        return excludedNow.test(rddId(id));
    }

    static int rddId(BlockId id) {
        return id.asRDDId().get().rddId();
    }

    /** Name of a deserialized on-heap level; any replication above one counts as two. */
    static String levelName(StorageLevel level) {
        return (level.useDisk() ? "MEMORY_AND_DISK" : "MEMORY_ONLY") + (level.replication() > 1 ? "_2" : "");
    }

    // The put holds the block's lock, so its info is there. A store used without one treats the block as stock does.
    private StorageLevel level(BlockId id) {
        var info = infos.get(id);
        return info.isDefined() ? info.get().level() : StorageLevel.MEMORY_ONLY();
    }

    // Session settings and thread properties both arrive as local properties of the task.
    private boolean switchedOff() {
        TaskContext task = TaskContext.get();
        String value = task == null ? null : task.getLocalProperty(ConfigKeys.ENABLED.name());
        if (value == null) {
            return false;
        }
        try {
            return !ConfigKeys.ENABLED.parse(value);
        } catch (IllegalArgumentException bad) {
            if (warned.compareAndSet(false, true)) {
                LOG.warn("{}; the application's setting holds", bad.getMessage());
            }
            return false;
        }
    }
}
