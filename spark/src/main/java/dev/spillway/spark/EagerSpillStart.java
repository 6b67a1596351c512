// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.hooks.SpillHooks;
import dev.spillway.spark.spill.EagerSpill;
import dev.spillway.spark.spill.GcClock;
import dev.spillway.spark.spill.SpillStarts;
import dev.spillway.spark.ui.TaskReports;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.memory.MemoryManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts eager spill on one executor. */
final class EagerSpillStart {
    private static final Logger LOG = LoggerFactory.getLogger(EagerSpillStart.class);

    private final SpillHooks hooks = new SpillHooks(SparkEnv.class.getClassLoader());
    private final HeapBinding heap;
    private final LongSupplier withheld;
    private EagerSpill running;

    /** With the bytes of Spark's memory that are withheld from it now. */
    EagerSpillStart(HeapBinding heap, LongSupplier withheld) {
        this.heap = heap;
        this.withheld = withheld;
    }

    /**
     * Installs the hooks if they can be.
     *
     * @throws ReflectiveOperationException if Spark's loader does not let us in; Spark is as it was then
     */
    HookState start(PluginContext context, SpillConf settings, TaskReports reports) throws ReflectiveOperationException {
        if (!settings.enabled()) {
            LaterContexts.prepare(context, hooks);
            return HookState.off(ConfigKeys.EAGER_SPILL.name() + "=false");
        }
        List<String> misfits = hooks.misfits();
        if (!misfits.isEmpty()) {
            return HookState.refused("this Spark is not built as expected: " + String.join("; ", misfits));
        }
        long heapBytes = Runtime.getRuntime().maxMemory();
        int slots = TaskSlots.ofThisJvm(context.conf());
        MemoryManager memory = SparkEnv.get().memoryManager();
        // With these a test replays the decisions that are logged.
        long pools = memory.maxOnHeapStorageMemory();
        LOG.debug("heap {}, Spark's memory {}, page {}, slots {}", heapBytes, pools, memory.pageSizeBytes(), slots);
        SpillStarts starts = settings.starts(heapBytes, memory.pageSizeBytes(), slots);
        EagerSpill spill = new EagerSpill(starts, () -> pools - withheld.getAsLong(), settings.maxSpills(), clock(heap), context, reports);
        hooks.install(spill);
        running = spill;
        return HookState.on(settings.rule().name().toLowerCase(java.util.Locale.ROOT) + " law, first threshold "
                + ByteText.of(settings.initial(heapBytes, slots).bytes()));
    }

    /** What gives controllers, or null if it is off. */
    EagerSpill running() {
        return running;
    }

    /** Time for garbage collection, in which moving to H2 does not count. */
    static GcClock clock(HeapBinding heap) {
        return new GcClock(heap.isEnabled() ? () -> heap.statistics().moveNanos() / 1_000_000 : () -> 0);
    }

    /** Lets Spark set its thresholds again. */
    void remove() throws ReflectiveOperationException {
        if (running != null) {
            hooks.remove();
        }
    }
}
