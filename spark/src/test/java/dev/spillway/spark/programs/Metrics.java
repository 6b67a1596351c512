// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import com.codahale.metrics.MetricRegistry;
import dev.spillway.SecondHeap;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;
import scala.jdk.javaapi.CollectionConverters;

/** Reads the plug-in's metrics in the JVM it is called in: proof that the hook was active there. */
public final class Metrics {
    private Metrics() {}

    /** Value of a metric of the second heap; -2 if there is no such metric. */
    public static long read(String name) {
        return readOr("secondHeap." + name, -2);
    }

    /** Value of any metric, or what to say if there is no such metric. */
    public static long readOr(String name, long otherwise) {
        for (Source source : CollectionConverters.asJava(SparkEnv.get().metricsSystem().getSourcesByName(sourceName()))) {
            MetricRegistry registry = source.metricRegistry();
            if (registry.getCounters().containsKey(name)) {
                return registry.getCounters().get(name).getCount();
            }
            if (registry.getGauges().containsKey(name)) {
                return ((Number) registry.getGauges().get(name).getValue()).longValue();
            }
        }
        return otherwise;
    }

    /** Bytes moved to H2 in this JVM since its start, after a moving collection of what waits: no test has to wait for one. */
    public static long movedBytes() {
        if (read("waitingBytes") > 0) {
            SecondHeap.moveNow();
        }
        return read("movedBytes");
    }

    private static String sourceName() {
        String plugins = SparkEnv.get().conf().get("spark.plugins");
        // Ours is the last one where there are others.
        return "plugin." + plugins.substring(plugins.lastIndexOf(',') + 1);
    }

    /** Spark's storage memory in use on the heap. */
    public static long storageMemoryUsed() {
        return SparkEnv.get().memoryManager().storageMemoryUsed();
    }
}
