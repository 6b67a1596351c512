// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.lang.reflect.Field;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.memory.MemoryStore;

/** Puts {@link SecondHeapStore} into the place of the block manager's memory store. */
final class StoreInstaller {
    private final HeapBinding heap;
    private final SpillwayConf settings;
    private final StoreMetrics metrics;
    private final RddExclusions exclusions;

    StoreInstaller(HeapBinding heap, SpillwayConf settings, StoreMetrics metrics, RddExclusions exclusions) {
        this.heap = heap;
        this.settings = settings;
        this.metrics = metrics;
        this.exclusions = exclusions;
    }

    /**
     * Replaces the store of this executor.
     *
     * @return the sizes the new store works with
     * @throws ReflectiveOperationException if Spark's fields cannot be reached
     * @throws IllegalStateException if something else has replaced the store already
     */
    Limits install(SparkEnv env) throws ReflectiveOperationException {
        BlockManager blockManager = env.blockManager();
        // Asking for the store makes Spark create it; only then may its field be written.
        MemoryStore stock = blockManager.memoryStore();
        if (stock.getClass() != MemoryStore.class) {
            throw new IllegalStateException("another plug-in has replaced the memory store by " + stock.getClass().getName());
        }
        SparkConf conf = env.conf();
        long unrollBytes = conf.getLong("spark.storage.unrollMemoryThreshold", 1L << 20);
        Limits limits = Limits.of(settings, heap.statistics(), Runtime.getRuntime().maxMemory(), unrollBytes);
        StockParts parts = new StockParts(
                conf, blockManager.blockInfoManager(), blockManager.serializerManager(), env.memoryManager(), blockManager);
        BlockDropper dropper = new BlockManagerDropper(blockManager, parts.serializers(), limits.serveBytes());
        H2Parts h2 = H2Parts.of(heap, limits, parts.infos(), dropper, metrics);
        Router router = new Router(settings.storageLevels(), parts.infos(), exclusions, exclusions::ask);
        // The swap comes last: whatever fails before it leaves Spark as it was.
        metrics.watch(h2.table(), h2.pool(), heap);
        swap(blockManager, parts.memory(), stock, new SecondHeapStore(parts, router, h2));
        return limits;
    }

    // Under the lock that guards all of Spark's memory accounting, so that no put can fall between the stores.
    private static void swap(BlockManager blockManager, MemoryManager memory, MemoryStore stock, MemoryStore ours)
            throws ReflectiveOperationException {
        Field slot = BlockManager.class.getDeclaredField("memoryStore");
        slot.setAccessible(true);
        Field entries = MemoryStore.class.getDeclaredField("entries");
        entries.setAccessible(true);
        synchronized (memory) {
            copyEntries(entries.get(stock), entries.get(ours));
            memory.setMemoryStore(ours);
            slot.set(blockManager, ours);
        }
    }

    // A broadcast or replica may have arrived between Spark's start and ours; its memory is accounted already.
    @SuppressWarnings("unchecked")
    private static void copyEntries(Object from, Object to) {
        synchronized (from) {
            ((Map<Object, Object>) to).putAll((Map<Object, Object>) from);
        }
    }
}
