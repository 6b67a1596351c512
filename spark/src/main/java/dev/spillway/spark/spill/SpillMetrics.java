// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Metrics of the eager spill of one executor, in the plug-in's registry. */
public final class SpillMetrics {
    private static final String PREFIX = "eagerSpill.";

    /** Spillers whose threshold is controlled. */
    final Counter spillers;

    /** Times a threshold was raised instead of spilling. */
    final Counter raises;

    /** Times a threshold fell. */
    final Counter falls;

    /** Time spills took. */
    private final Counter spillMillis;

    private final MetricRegistry registry;
    private final AtomicLong threshold = new AtomicLong();

    public SpillMetrics(MetricRegistry registry) {
        this.registry = registry;
        spillers = registry.counter(PREFIX + "spillers");
        raises = registry.counter(PREFIX + "raises");
        falls = registry.counter(PREFIX + "falls");
        spillMillis = registry.counter(PREFIX + "spillMillis");
        registry.gauge(PREFIX + "thresholdBytes", () -> threshold::get);
    }

    /** Counts a spill of a spiller of that kind. */
    void spilled(String kind, long millis) {
        registry.counter(PREFIX + "spills." + kind).inc();
        spillMillis.inc(millis);
    }

    /** The threshold set last; of records if it has no bytes. */
    void threshold(SpillThreshold last) {
        threshold.set(last.bytes() == Long.MAX_VALUE ? last.elements() : last.bytes());
    }
}
