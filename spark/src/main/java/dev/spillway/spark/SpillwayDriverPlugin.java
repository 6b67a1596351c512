// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.spill.RecentStages;
import dev.spillway.spark.spill.ShuffleRecords;
import dev.spillway.spark.spill.ThresholdMessages;
import dev.spillway.spark.ui.SpillwayStateEvent;
import dev.spillway.spark.ui.SpillwayUi;
import dev.spillway.spark.ui.TaskReport;
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

    private final Map<String, AtomicInteger> executorsOn = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> executorsNotOn = new ConcurrentHashMap<>();
    private final Map<String, Boolean> refusalsSeen = new ConcurrentHashMap<>();
    private final ShuffleWrites shuffleWrites = new ShuffleWrites();
    private final RecentStages stages = new RecentStages();
    private final ShuffleRecords records = new ShuffleRecords();
    private final HeapBinding heap;
    private SpillwayConf settings;
    private volatile HookState writes = HookState.off("not begun");
    private JavaSparkContext spark;
    private SpillwayUi ui;

    SpillwayDriverPlugin() {
        this(new SecondHeapBinding());
    }

    SpillwayDriverPlugin(HeapBinding heap) {
        this.heap = heap;
    }

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
        ui = new SpillwayUi(context);
        boolean fails = settings.onIncompatible() == ConfigKeys.OnIncompatible.FAIL;
        if (fails) {
            refuse(new DriverChecks(settings, heap, shuffleWrites.classes()).misfits(context.isLocal()));
        }
        ui.attach();
        if (settings.spill().enabled()) {
            context.addSparkListener(records);
        }
        startWrites(fails);
        if (!context.isLocal()) {
            LOG.warn("{}: what is on is decided by each executor, {}", Versions.line("driver"), ShuffleWrites.text(writes));
        }
        return Map.of();
    }

    private static void refuse(List<String> misfits) {
        if (!misfits.isEmpty()) {
            throw new IllegalStateException("Spillway cannot hook into Spark "
                    + Versions.spark() + ": " + String.join("; ", misfits) + " ("
                    + ConfigKeys.ON_INCOMPATIBLE.name() + "=fail)");
        }
    }

    private void startWrites(boolean fails) {
        writes = shuffleWrites.start(settings);
        if (writes.kind() != HookState.Kind.REFUSED) {
            return;
        }
        if (fails) {
            refuse(List.of(writes.detail()));
        }
        noteState(new StateReport(ShuffleWrites.NAME, writes.kind().name(), "driver", writes.detail()));
    }

    @Override
    public void shutdown() {
        if (ui != null) {
            ui.flush();
        }
        try {
            shuffleWrites.remove();
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.warn("A hook of the leaky buffer stays in this JVM", e);
        }
    }

    @Override
    public void registerMetrics(String appId, PluginContext plugin) {
        for (Mechanism mechanism : Mechanism.values()) {
            AtomicInteger on = executorsOn.computeIfAbsent(mechanism.key, k -> new AtomicInteger());
            AtomicInteger notOn = executorsNotOn.computeIfAbsent(mechanism.key, k -> new AtomicInteger());
            plugin.metricRegistry().gauge(mechanism.key + ".executorsOn", () -> on::get);
            plugin.metricRegistry().gauge(mechanism.key + ".executorsNotOn", () -> notOn::get);
        }
        plugin.metricRegistry().gauge(ShuffleWrites.NAME + ".state", () -> () -> writes.kind().gauge);
        plugin.metricRegistry().gauge(ShuffleWrites.NAME + ".failures", () -> shuffleWrites::failures);
        ui.gauges().register(plugin.metricRegistry());
    }

    /** A number asks whether that RDD is excluded; a map is the state of an executor or what a task did; a list is of eager spill. */
    @Override
    public Object receive(Object message) {
        if (message instanceof Integer rddId) {
            return isExcluded(rddId);
        }
        if (message instanceof Map<?, ?> report) {
            note(report);
        }
        return message instanceof List<?> ofSpill ? ThresholdMessages.receive(ofSpill, stages, records) : null;
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

    private void note(Map<?, ?> report) {
        if (TaskReport.isIn(report)) {
            ui.reports().receive(report);
        } else {
            noteState(StateReport.of(report));
        }
    }

    private void noteState(StateReport report) {
        ui.post(new SpillwayStateEvent(report.mechanism(), report.kind(), report.executor(), report.detail()));
        Map<String, AtomicInteger> counts = report.isOn() ? executorsOn : executorsNotOn;
        counts.computeIfAbsent(report.mechanism(), k -> new AtomicInteger()).incrementAndGet();
        LOG.info("Spillway: {}", report.text());
        if (report.isRefused() && refusalsSeen.put(report.mechanism() + report.detail(), true) == null) {
            LOG.warn("Spillway: {} (each reason is reported once)", report.text());
        }
    }
}
