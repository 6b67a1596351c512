// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;

/** Metrics of the leaky buffer of one executor, in the plug-in's registry. */
public final class LeakyMetrics {
    private static final String PREFIX = "leakyBuffer.";

    /** Reduce tasks that kept values as bytes. */
    final Counter tasks;

    /** Partitions of RDDs that group or join which Spark read its own way: another serializer, an input without shuffle, a loss by measurement. */
    final Counter stockTasks;

    /** Groups given as collections that read values from disk. */
    final Counter streamedGroups;

    /** Bytes on disk of streamed groups that tasks have left to the program and that are not collected yet. */
    final Counter groupFileBytes;

    private final Counter values;
    private final Counter valueBytes;
    private final Counter spills;
    private final Counter spillMillis;
    private final Counter merges;
    private final Counter spilledBytes;

    public LeakyMetrics(MetricRegistry registry) {
        tasks = registry.counter(PREFIX + "tasks");
        stockTasks = registry.counter(PREFIX + "stockTasks");
        streamedGroups = registry.counter(PREFIX + "streamedGroups");
        groupFileBytes = registry.counter(PREFIX + "groupFileBytes");
        values = registry.counter(PREFIX + "values");
        valueBytes = registry.counter(PREFIX + "valueBytes");
        spills = registry.counter(PREFIX + "spills");
        spillMillis = registry.counter(PREFIX + "spillMillis");
        merges = registry.counter(PREFIX + "merges");
        spilledBytes = registry.counter(PREFIX + "spilledBytes");
    }

    /** Adds what a task did. */
    void add(LeakyCounts counts) {
        tasks.inc();
        values.inc(counts.values());
        valueBytes.inc(counts.valueBytes());
        spills.inc(counts.spills());
        spillMillis.inc(counts.spillMillis());
        merges.inc(counts.merges());
        spilledBytes.inc(counts.diskBytesSpilled());
    }
}
