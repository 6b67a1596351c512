// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskGaugesTest {
    private final TaskGauges gauges = new TaskGauges();
    private final MetricRegistry registry = new MetricRegistry();

    @BeforeEach
    void register() {
        gauges.register(registry);
    }

    @Test
    void nothingIsReadAndDmrIsNotKnownBeforeTasksEnd() {
        assertEquals(0L, value("ended"));
        assertEquals(-1.0, value("dmr"));
        assertEquals(-1.0, value("largestDmr"));
    }

    @Test
    void tasksOfAllStagesAreSummed() {
        gauges.onBlockManagerAdded(LogLines.memory("1", 4000));
        gauges.onExecutorAdded(LogLines.executor("1", 4));
        gauges.onEnvironmentUpdate(LogLines.coresPerTask(1));
        gauges.onTaskEnd(LogLines.task(1, "1", 100, 400));
        gauges.onTaskEnd(LogLines.task(2, "1", 0, 1500));
        assertEquals(2L, value("ended"));
        assertEquals(2000L, value("bytesRead"));
        assertEquals(2000L, value("runMillis"));
        assertEquals(200L, value("gcMillis"));
        assertEquals(20L, value("fetchWaitMillis"));
        assertEquals(60L, value("fetchMillis"));
        assertEquals(10L, value("diskBytesSpilled"));
        assertEquals(1.0, value("dmr"));
        assertEquals(1.5, value("largestDmr"));
    }

    private Object value(String name) {
        return registry.getGauges().get("tasks." + name).getValue();
    }
}
