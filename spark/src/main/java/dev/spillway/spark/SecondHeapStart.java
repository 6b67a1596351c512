// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;

/** Starts caching in H2 on one executor. */
final class SecondHeapStart {
    // Spark's own default of spark.memory.fraction.
    private static final double MEMORY_FRACTION = 0.6;

    private final HeapBinding heap;
    private volatile HeapFollower follower;

    SecondHeapStart(HeapBinding heap) {
        this.heap = heap;
    }

    /**
     * Installs the store if it can be.
     *
     * @throws Exception if Spark's parts cannot be reached; Spark is as it was then
     */
    HookState start(PluginContext context, SpillwayConf settings) throws Exception {
        StoreMetrics metrics = new StoreMetrics(context.metricRegistry());
        if (!settings.enabled()) {
            return HookState.off(ConfigKeys.ENABLED.name() + "=false");
        }
        if (!heap.isEnabled()) {
            return HookState.off(JvmSupport.whyNoSecondHeap());
        }
        List<String> misfits = new SparkStructure(SparkEnv.class.getClassLoader()).misfits();
        if (!misfits.isEmpty()) {
            return HookState.refused("this Spark is not built as expected: " + String.join("; ", misfits));
        }
        RddExclusions exclusions = new RddExclusions(context::ask);
        Limits limits = new StoreInstaller(heap, settings, metrics, exclusions).install(SparkEnv.get());
        if (settings.followLimit() && heap.statistics().firstHeapLimitBytes() > 0) {
            FollowPolicy policy = new FollowPolicy(Runtime.getRuntime().maxMemory(), JvmSupport.largestHeapBytes(),
                    context.conf().getDouble("spark.memory.fraction", MEMORY_FRACTION));
            follower = new HeapFollower(heap, policy, new SparkMemory(SparkEnv.get().memoryManager()));
            follower.start(context.metricRegistry());
        }
        return HookState.on(limits, heap.statistics());
    }

    /** Bytes of Spark's memory that are withheld from it now, since the first heap is smaller than at the start. */
    long withheldBytes() {
        HeapFollower present = follower;
        return present == null ? 0 : present.held();
    }

    /** Ends what runs beside the store. */
    void stop() {
        if (follower != null) {
            follower.close();
        }
    }
}
