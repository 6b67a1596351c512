// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * Makes the spill files that a task may have last: in the second half of them its thresholds grow with each spill, whatever the law says. A
 * task of which the law takes all at once would have none left when it needs them, and the storm would come back.
 */
final class SpillRation {
    private static final double GROWTH = 1.25;

    private SpillRation() {}

    /**
     * The threshold of a task.
     *
     * @param law what the law says
     * @param spills that the task has made
     * @param most that it may make
     */
    static SpillThreshold of(SpillThreshold law, int spills, int most) {
        double growth = Math.pow(GROWTH, spills - most / 2.0);
        return growth <= 1 ? law : new SpillThreshold(grown(law.elements(), growth), grown(law.bytes(), growth), law.overflows());
    }

    /** The same bound, or a higher one where so much is at it: what a task is not to spill now must be below. */
    static SpillThreshold above(SpillThreshold bound, long elements, long bytes) {
        return new SpillThreshold(elements <= bound.elements() ? bound.elements() : grown(elements, GROWTH),
                bytes < bound.bytes() ? bound.bytes() : grown(bytes, GROWTH) + 1, bound.overflows());
    }

    // A product above the range of long becomes its largest value, which is no bound.
    private static long grown(long bound, double growth) {
        return bound == Long.MAX_VALUE ? bound : (long) (bound * growth);
    }
}
