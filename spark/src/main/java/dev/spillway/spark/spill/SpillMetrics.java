// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import dev.spillway.spark.ui.StageSum;
import java.util.concurrent.atomic.AtomicReference;

/** Metrics of the eager spill of one executor, in the plug-in's registry. */
public final class SpillMetrics {
    private static final String PREFIX = "eagerSpill.";
    private static final long NONE = Long.MAX_VALUE;

    /** Spillers whose threshold is controlled. */
    final Counter spillers;

    /** Times a threshold was raised instead of spilling. */
    final Counter raises;

    /** Times a threshold fell. */
    final Counter falls;

    /** Times the driver told a threshold that a task of another executor, or of this one before it forgot, had found. */
    final Counter carried;

    /** Time spills took. */
    private final Counter spillMillis;

    private final MetricRegistry registry;
    private final AtomicReference<SpillThreshold> threshold = new AtomicReference<>(SpillThreshold.ofBytes(NONE));

    public SpillMetrics(MetricRegistry registry) {
        this.registry = registry;
        spillers = registry.counter(PREFIX + "spillers");
        raises = registry.counter(PREFIX + "raises");
        falls = registry.counter(PREFIX + "falls");
        carried = registry.counter(PREFIX + "carried");
        spillMillis = registry.counter(PREFIX + "spillMillis");
        StageSum.EAGER_FALL_BACKS.forEach(reason -> registry.counter(reason.key()));
        registry.gauge(PREFIX + "thresholdBytes", () -> () -> orNone(threshold.get().bytes()));
        registry.gauge(PREFIX + "thresholdRecords", () -> () -> orNone(threshold.get().elements()));
    }

    /** Counts a spill of a spiller of that kind, and apart from it one at a threshold: others Spark forced, for want of memory. */
    void spilled(String kind, long millis, boolean early) {
        registry.counter(PREFIX + "spills." + kind).inc();
        registry.counter(PREFIX + "early." + kind).inc(early ? 1 : 0);
        spillMillis.inc(millis);
    }

    /** Counts a spiller that was left to Spark. */
    void left(StageSum reason) {
        registry.counter(reason.key()).inc();
    }

    private static long orNone(long bound) {
        return bound == NONE ? -1 : bound;
    }

    /** The threshold set last, in bytes or in records; the other one, or both, is -1, for none. */
    void threshold(SpillThreshold last) {
        threshold.set(last);
    }
}
