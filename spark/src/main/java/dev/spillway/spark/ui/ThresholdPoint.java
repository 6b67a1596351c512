// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * A spill threshold that a spiller got.
 *
 * @param time milliseconds since 1970 on the executor's clock
 * @param spiller kind of the spiller
 * @param records records above which it spills, {@link Long#MAX_VALUE} for no bound
 * @param bytes bytes above which it spills, {@link Long#MAX_VALUE} for no bound
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ThresholdPoint(long time, String spiller, long records, long bytes) {
    /** As text, for messages. */
    String text() {
        return time + " " + records + " " + bytes + " " + spiller;
    }

    /** The point in a text of {@link #text()}. */
    static ThresholdPoint of(String text) {
        String[] parts = text.split(" ", 4);
        return new ThresholdPoint(Long.parseLong(parts[0]), parts[3], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    boolean sameThreshold(ThresholdPoint other) {
        return spiller.equals(other.spiller) && records == other.records && bytes == other.bytes;
    }
}
