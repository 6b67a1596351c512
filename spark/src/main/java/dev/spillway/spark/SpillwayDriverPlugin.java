// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.rdd.LocalRDDCheckpointData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/** The half of the plug-in that runs on the driver: checks settings, answers which RDDs are excluded, collects states. */
final class SpillwayDriverPlugin implements DriverPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(SpillwayPlugin.class);

    /** An RDD with this in its name stays in Spark's own store. */
    static final String NAME_MARK = "[h1]";

    private final AtomicInteger executorsOn = new AtomicInteger();
    private final AtomicInteger executorsNotOn = new AtomicInteger();
    private final Map<String, Boolean> refusalsSeen = new ConcurrentHashMap<>();
    private SpillwayConf settings;
    private JavaSparkContext spark;

    /**
     * Checks the settings before anything runs.
     *
     * @throws IllegalArgumentException for a bad setting
     * @throws IllegalStateException if this Spark does not fit and {@code spark.spillway.onIncompatible=fail}
     */
    @Override
    public Map<String, String> init(SparkContext context, PluginContext plugin) {
        settings = SpillwayConf.from(context.conf());
        spark = JavaSparkContext.fromSparkContext(context);
        List<String> misfits = new SparkStructure(SparkContext.class.getClassLoader()).misfits();
        if (settings.enabled() && !misfits.isEmpty() && settings.onIncompatible() == ConfigKeys.OnIncompatible.FAIL) {
            throw new IllegalStateException("Spillway does not know Spark "
                    + Versions.spark() + ": " + String.join("; ", misfits) + " ("
                    + ConfigKeys.ON_INCOMPATIBLE.name() + "=fail)");
        }
        if (!context.isLocal()) {
            LOG.warn("{}: secondHeap is decided by each executor", Versions.line("driver"));
        }
        return Map.of();
    }

    @Override
    public void registerMetrics(String appId, PluginContext plugin) {
        plugin.metricRegistry().gauge("secondHeap.executorsOn", () -> executorsOn::get);
        plugin.metricRegistry().gauge("secondHeap.executorsNotOn", () -> executorsNotOn::get);
    }

    /** A number asks whether that RDD is excluded; a text is the state of an executor. */
    @Override
    public Object receive(Object message) {
        if (message instanceof Integer rddId) {
            return isExcluded(rddId);
        }
        noteState(String.valueOf(message));
        return null;
    }

    private boolean isExcluded(int rddId) {
        JavaRDD<?> rdd = spark.getPersistentRDDs().get(rddId);
        if (rdd == null) {
            return false;
        }
        // Its blocks cannot be computed again, so they must be where Spark expects to find and to serve them.
        Option<?> checkpoint = rdd.rdd().checkpointData();
        if (checkpoint.isDefined() && checkpoint.get() instanceof LocalRDDCheckpointData<?>) {
            return true;
        }
        String name = rdd.name();
        if (name == null) {
            return false;
        }
        boolean byPattern = !settings.excludedNames().pattern().isEmpty() && settings.excludedNames().matcher(name).find();
        return byPattern || name.contains(NAME_MARK);
    }

    private void noteState(String state) {
        boolean on = state.startsWith(HookState.Kind.ON.name());
        (on ? executorsOn : executorsNotOn).incrementAndGet();
        LOG.info("Spillway is {}", state);
        String reason = state.substring(state.indexOf(": ") + 2);
        if (state.startsWith(HookState.Kind.REFUSED.name()) && refusalsSeen.put(reason, true) == null) {
            LOG.warn("Spillway is {} (each reason is reported once)", state);
        }
    }
}
