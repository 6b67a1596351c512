// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.List;
import java.util.Map;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Another plug-in, which is listed before ours and uses classes that ours would rewrite, on the first executor or on those of the ids in
 * {@code spark.test.loadsOn}.
 */
public final class LoadsFirst implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return null;
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorPlugin() {
            @Override
            public void init(PluginContext context, Map<String, String> extraConf) {
                if (List.of(context.conf().get("spark.test.loadsOn", "0").split(",")).contains(context.executorID())) {
                    load("org.apache.spark.rdd.ShuffledRDD");
                    load("org.apache.spark.util.collection.Spillable");
                }
            }
        };
    }

    private static void load(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
