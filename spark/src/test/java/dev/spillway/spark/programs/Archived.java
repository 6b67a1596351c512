// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

/** Loads what the test programs load of Spark, SQL's part, too, for an archive of classes. */
public final class Archived {
    private Archived() {}

    public static void main(String[] args) {
        run(() -> Grouping.main(new String[] {"1", "1000", "2"}));
        run(() -> Sorting.main(new String[] {"1000", "2"}));
    }

    private static void run(Runnable program) {
        try {
            program.run();
        } catch (RuntimeException noPlugIn) {
            // Its jobs are done: it has asked for the plug-in's metrics.
        }
    }
}
