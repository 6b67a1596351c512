// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/** Where a deserialized block goes, and why. */
enum Route {
    SECOND_HEAP,
    STOCK_NOT_AN_RDD_BLOCK,
    STOCK_OFF_HEAP,
    STOCK_SWITCHED_OFF_HERE,
    STOCK_LEVEL_NOT_LISTED,
    STOCK_RDD_EXCLUDED;

    /**
     * What is known about a block when it is put.
     *
     * @param rddBlock whether it is a block of an RDD (not a broadcast, stream or task result)
     * @param onHeap whether the level keeps it on the heap
     * @param switchedOff whether the session or job switched the second heap off
     * @param levelListed whether its storage level goes to H2
     * @param excluded whether its RDD is excluded by name; asked last because the driver knows
     */
    record Sample(
            boolean rddBlock,
            boolean onHeap,
            boolean switchedOff,
            boolean levelListed,
            java.util.function.BooleanSupplier excluded) {}

    /** First rule that applies. */
    static Route of(Sample sample) {
        if (!sample.rddBlock()) {
            return STOCK_NOT_AN_RDD_BLOCK;
        }
        if (!sample.onHeap()) {
            return STOCK_OFF_HEAP;
        }
        if (sample.switchedOff()) {
            return STOCK_SWITCHED_OFF_HERE;
        }
        if (!sample.levelListed()) {
            return STOCK_LEVEL_NOT_LISTED;
        }
        return sample.excluded().getAsBoolean() ? STOCK_RDD_EXCLUDED : SECOND_HEAP;
    }
}
