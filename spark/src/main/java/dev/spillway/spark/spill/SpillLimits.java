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
    long elements(double wanted) {
        return Math.max(floorElements, (long) Math.min(wanted, Long.MAX_VALUE));
    }

    long bytes(double wanted) {
        return wanted >= ceilingBytes ? Long.MAX_VALUE : Math.max(floorBytes, (long) wanted);
    }
}
