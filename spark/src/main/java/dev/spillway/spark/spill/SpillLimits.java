// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * Bounds of the thresholds, whatever a law says.
 *
 * @param floorElements fewest records of a spill
 * @param floorBytes fewest bytes of a spill
 * @param ceilingBytes bytes above which a threshold has no effect, and is none
 */
public record SpillLimits(long floorElements, long floorBytes, long ceilingBytes) {
    /** A threshold in records of so many bytes. */
    long elements(double wanted, double bytesEach) {
        return Math.max(Math.max(floorElements, (long) Math.ceil(floorBytes / bytesEach)), (long) Math.min(wanted, Long.MAX_VALUE));
    }

    /** A threshold that rises. */
    long raised(double wanted) {
        return wanted >= ceilingBytes ? Long.MAX_VALUE : fallen(wanted);
    }

    /** A threshold that falls, also one that was above the ceiling: it does not become none. */
    long fallen(double wanted) {
        return Math.max(floorBytes, (long) Math.min(wanted, Long.MAX_VALUE));
    }
}
