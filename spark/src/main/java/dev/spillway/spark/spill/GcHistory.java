// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * What a stage has learned of the cost of its collections, carried along with its threshold.
 *
 * @param baseline share of the time that collections take whatever is held, because the stage allocates; 0 if nothing is known
 * @param beforeFall share of the time they took before the threshold fell, negative if it did not fall last
 */
public record GcHistory(double baseline, double beforeFall) {
    /** Nothing is known. */
    public static final GcHistory NONE = new GcHistory(0, -1);

    boolean hasFallen() {
        return beforeFall >= 0;
    }

    /** After a threshold that did not fall, with a baseline that follows shares that are lower. */
    GcHistory risen(double share) {
        return new GcHistory(share < baseline ? (baseline + share) / 2 : baseline, -1);
    }
}
