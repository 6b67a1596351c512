// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

class LeakyMetricsTest {
    @Test
    void spillsOfATaskCountWithTheirTime() {
        MetricRegistry registry = new MetricRegistry();
        LeakyMetrics metrics = new LeakyMetrics(registry);
        for (int task = 0; task < 2; task++) {
            LeakyCounts counts = new LeakyCounts();
            counts.spilled(100, 50, 1_700_000);
            counts.spilled(100, 50, 1_700_000);
            metrics.add(counts);
        }
        assertEquals(4, registry.counter("leakyBuffer.spills").getCount());
        assertEquals(6, registry.counter("leakyBuffer.spillMillis").getCount());
        assertEquals(200, registry.counter("leakyBuffer.spilledBytes").getCount());
    }
}
