// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What spills take in one executor: a moving mean, by kind of spiller, of the time for each byte of memory. Thread-safe. */
final class SpillPrices {
    // 8 to 20 ms for each MB in runs of bench-espill (TeraSort, Sort, PageRank; two cores).
    private static final double FIRST_MILLIS_PER_BYTE = 15.0 / (1 << 20);
    private static final double WEIGHT = 0.3;

    private final Map<String, Double> millisPerByte = new ConcurrentHashMap<>();

    /** Milliseconds that a spill of so many bytes will take. */
    long of(String kind, long bytes) {
        return Math.round(millisPerByte.getOrDefault(kind, FIRST_MILLIS_PER_BYTE) * bytes);
    }

    private static double moved(double mean, double last) {
        return mean + WEIGHT * (last - mean);
    }

    /** Takes one that was measured. */
    void measured(String kind, long bytes, double millis) {
        if (bytes > 0) {
            double last = millis / bytes;
            millisPerByte.compute(kind, (k, mean) -> moved(mean == null ? FIRST_MILLIS_PER_BYTE : mean, last));
        }
    }
}
