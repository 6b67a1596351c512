// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

/** Runs {@link Sorting} in a SparkContext that has eager spill off, and then in one of the same JVM that has it on. */
public final class SortingTwice {
    private static final String KEY = "spark.spillway.eagerSpill.enabled";

    private SortingTwice() {}

    public static void main(String[] args) {
        System.setProperty(KEY, "false");
        Sorting.main(args);
        System.setProperty(KEY, "true");
        System.out.println("second context");
        Sorting.main(args);
    }
}
