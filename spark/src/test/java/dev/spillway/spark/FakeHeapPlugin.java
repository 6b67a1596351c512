// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/** The plug-in on a second heap that only keeps books: everything but the JVM is real. Part of the tests only. */
public final class FakeHeapPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new SpillwayDriverPlugin(heap());
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new SpillwayExecutorPlugin(heap());
    }

    private static FakeHeap heap() {
        FakeHeap heap = new FakeHeap();
        heap.capacity = Long.getLong("spillway.fake.capacity", 1L << 30);
        return heap;
    }
}
