// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Caches deserialized blocks of RDDs and DataFrames in the second heap of the Spillway JDK. Set {@code
 * spark.plugins=dev.spillway.spark.SpillwayPlugin}; on any other JVM Spark behaves as without the plug-in. Keys are in
 * docs/configuration.md.
 */
public final class SpillwayPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new SpillwayDriverPlugin();
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new SpillwayExecutorPlugin();
    }
}
