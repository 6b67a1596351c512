// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.leaky.GroupLimit;
import dev.spillway.spark.leaky.LeakyInstaller;
import dev.spillway.spark.leaky.LeakyMetrics;
import dev.spillway.spark.leaky.LeakySettings;
import dev.spillway.spark.ui.TaskReports;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The half of the plug-in that runs where tasks run: on executors, and in the driver's JVM of local mode. */
final class SpillwayExecutorPlugin implements ExecutorPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(SpillwayPlugin.class);

    private final LeakyInstaller leaky = new LeakyInstaller();
    private final SecondHeapStart store;
    private final EagerSpillStart spill;

    SpillwayExecutorPlugin() {
        this(new SecondHeapBinding());
    }

    SpillwayExecutorPlugin(HeapBinding heap) {
        store = new SecondHeapStart(heap);
        spill = new EagerSpillStart(heap, store::withheldBytes);
    }

    @Override
    public void init(PluginContext context, Map<String, String> extraConf) {
        Map<Mechanism, HookState> states = new EnumMap<>(Mechanism.class);
        TaskReports reports = new TaskReports(context);
        states.put(Mechanism.SECOND_HEAP,
                attempt(() -> store.start(context, SpillwayConf.from(context.conf()))));
        states.put(Mechanism.EAGER_SPILL, attempt(() -> spill.start(context, SpillwayConf.from(context.conf()).spill(), reports)));
        states.put(Mechanism.LEAKY_BUFFER, attempt(() -> startLeaky(context, SpillwayConf.from(context.conf()), reports)));
        states.forEach((mechanism, state) -> {
            context.metricRegistry().gauge(mechanism.key + ".state", () -> () -> state.kind().gauge);
            report(context, mechanism, state);
        });
        // At WARN because Spark's default log configuration of shells hides INFO, and this line must be seen once.
        LOG.warn("{}: {}", Versions.line("executor " + context.executorID()), states.entrySet().stream()
                .map(e -> e.getValue().text(e.getKey())).collect(Collectors.joining(", ")));
    }

    private HookState startLeaky(PluginContext context, SpillwayConf settings, TaskReports reports)
            throws ReflectiveOperationException {
        if (!settings.leakyBuffer()) {
            LaterContexts.prepare(context, leaky);
            return HookState.off(ConfigKeys.LEAKY_BUFFER.name() + "=false");
        }
        List<String> misfits = leaky.misfits();
        if (!misfits.isEmpty()) {
            return HookState.refused("this Spark is not built as expected: " + String.join("; ", misfits));
        }
        leaky.installReads(new LeakySettings(
                new LeakyMetrics(context.metricRegistry()), reencodeFrom(context.conf(), settings), groupLimit(context.conf(), settings.streamGroups()), spill.running(), reports));
        return HookState.on(LeakyDetail.of(context.conf(), settings.streamGroups(), settings.reencodes(), settings.reencodeShare() > 0));
    }

    private static long reencodeFrom(SparkConf conf, SpillwayConf settings) {
        if (!settings.reencodes()) {
            return LeakySettings.NEVER;
        }
        // Nothing runs yet, so this is all that Spark has for its tasks.
        long memory = SparkEnv.get().memoryManager().maxOnHeapStorageMemory();
        return (long) (settings.reencodeShare() * memory / TaskSlots.ofThisJvm(conf));
    }

    // A program that must register its classes with Kryo cannot know the one of a streamed group.
    private static long groupLimit(SparkConf conf, ConfigKeys.StreamGroups which) {
        return switch (which) {
            case TRUE -> 0;
            case AUTO -> conf.getBoolean("spark.kryo.registrationRequired", false)
                    ? GroupLimit.NONE : GroupLimit.ofHeap(Runtime.getRuntime().maxMemory(), TaskSlots.ofThisJvm(conf));
            case FALSE -> GroupLimit.NONE;
        };
    }

    @Override
    public void onTaskStart() {
        if (spill.running() != null) {
            spill.running().begin(TaskContext.get());
        }
    }

    @Override
    public void shutdown() {
        store.stop();
        try {
            leaky.remove();
            spill.remove();
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.warn("Hooks stay in this JVM", e);
        }
    }

    // Never throws: a cluster manager would start executors again and again.
    private static HookState attempt(Callable<HookState> start) {
        try {
            return start.call();
        } catch (Exception | LinkageError e) {
            LOG.debug("Details of the refusal", e);
            return HookState.refused(e);
        }
    }

    private static void report(PluginContext context, Mechanism mechanism, HookState state) {
        try {
            // Not the host name: an executor's plug-in context cannot tell it.
            context.send(new StateReport(mechanism.key, state.kind().name(), context.executorID(), state.detail()).toMessage());
        } catch (Exception e) {
            LOG.warn("The driver was not told the state of this executor", e);
        }
    }
}
