// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.codahale.metrics.MetricRegistry;
import dev.spillway.spark.ui.TaskReports;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scala.Option;

/** Which spillers are left to Spark, and who is told. */
class EagerSpillTest {
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<Map<?, ?>> sent = new ArrayList<>();
    private final TaskContextImpl task = TaskContext$.MODULE$.empty();
    // Without starts there is no controller: whoever asks for one fails.
    private final EagerSpill spill = new EagerSpill(null, () -> 1, 1, () -> 0, context(), new TaskReports(context()));

    private PluginContext context() {
        return (PluginContext) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "metricRegistry" -> metrics;
                    case "send" -> {
                        sent.add((Map<?, ?>) arguments[0]);
                        yield null;
                    }
                    default -> null;
                });
    }

    @BeforeEach
    void beginATask() {
        TaskContext$.MODULE$.setTaskContext(task);
    }

    @AfterEach
    void end() {
        TaskContext$.MODULE$.unset();
    }

    @Test
    void whatIsLeftToSparkIsCountedByReason() {
        assertNull(spill.apply(new Spiller(MemoryMode.ON_HEAP), true));
        assertNull(spill.apply(new Spiller(MemoryMode.OFF_HEAP), true));
        assertNull(spill.apply(new Spiller(MemoryMode.OFF_HEAP), false));
        assertNull(spill.apply(new Spiller(MemoryMode.ON_HEAP), false));
        assertEquals(List.of(2L, 1L, 1L), List.of(count("userThreshold"), count("offHeap"), count("failed")));
        task.markTaskCompleted(Option.empty());
        assertEquals(Map.of("eagerSpill.fallBacks.userThreshold", 2L, "eagerSpill.fallBacks.offHeap", 1L, "eagerSpill.fallBacks.failed", 1L),
                sent.get(0).get("sums"));
    }

    @Test
    void aBufferOfRowsIsNoFallBack() throws Exception {
        assertNull(spill.apply(new RowBuffersTest.UnsafeExternalSorter(null), true));
        assertEquals(0, count("userThreshold"));
    }

    @Test
    void whatNoTaskMakesIsNotCounted() {
        TaskContext$.MODULE$.unset();
        assertNull(spill.apply(new Spiller(MemoryMode.ON_HEAP), true));
        assertEquals(0, count("userThreshold"));
    }

    private long count(String reason) {
        return metrics.getCounters().get("eagerSpill.fallBacks." + reason).getCount();
    }

    private static final class Spiller extends MemoryConsumer {
        Spiller(MemoryMode mode) {
            super(null, 1, mode);
        }

        @Override
        public long spill(long size, MemoryConsumer trigger) {
            return 0;
        }
    }
}
