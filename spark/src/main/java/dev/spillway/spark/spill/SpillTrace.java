// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each decision of a law with all it was made of, at debug level, in lines that a test can replay: decision, stage, kind, the threshold
 * before (records, bytes, whether the stage overflows), the fields of {@link SpillSample} in their order, the threshold after.
 */
final class SpillTrace {
    private static final Logger LOG = LoggerFactory.getLogger(SpillTrace.class);

    private SpillTrace() {}

    /** At its threshold, a spiller spills. */
    static void spills(StageKey key, SpillThreshold threshold, SpillSample sample) {
        log("spill", key, threshold, sample, threshold);
    }

    /** At its first look, a spiller goes on to its threshold. */
    static void passed(StageKey key, SpillThreshold threshold, SpillSample sample) {
        log("pass", key, threshold, sample, threshold);
    }

    /** At its threshold, a spiller goes on with a higher one. */
    static void raised(StageKey key, SpillThreshold threshold, SpillSample sample, SpillThreshold next) {
        log("raise", key, threshold, sample, next);
    }

    /** After a spill, whoever wanted it. */
    static void spilled(StageKey key, SpillThreshold threshold, SpillSample sample, SpillThreshold next) {
        log("spilled", key, threshold, sample, next);
    }

    private static void log(String decision, StageKey key, SpillThreshold threshold, SpillSample sample, SpillThreshold next) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("{},{},{},{},{},{},{},{}", decision, key.stage(), key.kind(), fields(threshold), sample.elements(), sample.bytes(),
                    times(sample), fields(next));
        }
    }

    private static String times(SpillSample sample) {
        return sample.gcMillis() + "," + sample.spillMillis() + "," + sample.intervalMillis() + "," + sample.taskGcMillis() + ","
                + sample.taskMillis() + "," + sample.takenBytes() + "," + sample.priceMillis() + "," + sample.expectedBytes() + "," + sample.shareBytes();
    }

    private static String fields(SpillThreshold threshold) {
        return threshold.elements() + "," + threshold.bytes() + "," + threshold.overflows();
    }
}
