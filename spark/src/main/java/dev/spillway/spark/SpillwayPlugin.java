// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Memory relief for Spark, by {@code spark.plugins=dev.spillway.spark.SpillwayPlugin}: groups and joins keep values as bytes, spill thresholds
 * adapt, and on the Spillway JDK deserialized blocks are cached in its second heap, on any other one as without the plug-in. Each
 * mechanism has a switch; keys are in docs/configuration.md.
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
