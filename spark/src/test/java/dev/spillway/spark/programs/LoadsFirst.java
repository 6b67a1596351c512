// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Map;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/** Another plug-in, which uses a class on the first executor that ours would rewrite, and is listed before it. */
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
                if (context.executorID().equals("0")) {
                    load("org.apache.spark.rdd.ShuffledRDD");
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
