// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * Constants of the laws.
 *
 * @param ratio of garbage collection to spill time above which a threshold falls
 * @param decrease factor of a threshold that falls
 * @param increase factor of a threshold that rises
 * @param calm share of a task's time, or of that since its last spill, in garbage collection below which no threshold makes it spill
 */
public record SpillParameters(double ratio, double decrease, double increase, double calm) {
    /** Those of the paper, section 2.2; calm is not in it. */
    public static final SpillParameters PAPER = new SpillParameters(0.1, 0.5, 1.25, 0.02);
}
