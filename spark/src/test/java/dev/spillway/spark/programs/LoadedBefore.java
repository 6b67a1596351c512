// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

/** Runs {@link Grouping} in a JVM that has used a class of Spark's which the plug-in would rewrite: {@code -Dtest.loaded}, or ShuffledRDD. */
public final class LoadedBefore {
    private LoadedBefore() {}

    public static void main(String[] args) throws ClassNotFoundException {
        Class.forName("org.apache.spark." + System.getProperty("test.loaded", "rdd.ShuffledRDD"));
        Grouping.main(args);
    }
}
