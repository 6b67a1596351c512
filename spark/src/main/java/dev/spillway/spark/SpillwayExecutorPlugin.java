// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.List;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The half of the plug-in that runs where blocks are cached: on executors, and in the driver's JVM of local mode. */
final class SpillwayExecutorPlugin implements ExecutorPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(SpillwayPlugin.class);

    private final HeapBinding heap;

    SpillwayExecutorPlugin() {
        this(new SecondHeapBinding());
    }

    SpillwayExecutorPlugin(HeapBinding heap) {
        this.heap = heap;
    }

    @Override
    public void init(PluginContext context, Map<String, String> extraConf) {
        StoreMetrics metrics = new StoreMetrics(context.metricRegistry());
        HookState state = start(context, metrics);
        metrics.state(state.kind().gauge);
        // At WARN because Spark's default log configuration of shells hides INFO, and this line must be seen once.
        LOG.warn(state.banner("executor " + context.executorID()));
        report(context, state);
    }

    // Never throws: a cluster manager would start executors again and again.
    private HookState start(PluginContext context, StoreMetrics metrics) {
        try {
            SpillwayConf settings = SpillwayConf.from(context.conf());
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
            return HookState.on(limits, heap.statistics());
        } catch (Exception | LinkageError e) {
            LOG.debug("Details of the refusal", e);
            return HookState.refused(e.toString());
        }
    }

    private static void report(PluginContext context, HookState state) {
        try {
            // Not the host name: an executor's plug-in context cannot tell it.
            context.send(state.kind() + " on executor " + context.executorID() + ": " + state.detail());
        } catch (Exception e) {
            LOG.warn("The driver was not told the state of this executor", e);
        }
    }
}
