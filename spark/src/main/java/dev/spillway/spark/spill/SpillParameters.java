// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * Constants of the laws.
 *
 * @param ratio of garbage collection to spill time above which a threshold falls
 * @param decrease factor of a threshold that falls
 * @param increase factor of a threshold that rises
 * @param calm share of a task's time in garbage collection below which no threshold makes it spill what may fit
 * @param payback of garbage collection since the last spill to the time a spill takes, below which a threshold makes no map spill whose data may fit; with 0 Spark's own map
 *     spills, too, and sorters of pages whose data may fit
 */
public record SpillParameters(double ratio, double decrease, double increase, double calm, double payback) {
    /** Those of the paper, section 2.2; calm and payback are not in it. */
    public static final SpillParameters PAPER = new SpillParameters(0.1, 0.5, 1.25, 0.02, 2);

    /** The same for spillers whose spills need not be paid for. */
    public SpillParameters withoutPayback() {
        return new SpillParameters(ratio, decrease, increase, calm, 0);
    }

    /** The same for spillers of which no spill of data that may fit pays; with a payback of 0 none has to. */
    public SpillParameters neverPaid() {
        return payback == 0 ? this : new SpillParameters(ratio, decrease, increase, calm, Double.POSITIVE_INFINITY);
    }
}
