// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/** What runs here. */
final class Versions {
    private Versions() {}

    /** Versions of the plug-in, Spark and the JVM, and the part this JVM plays. */
    static String line(String role) {
        String own = Versions.class.getPackage().getImplementationVersion();
        return String.format(
                "Spillway %s on Spark %s, JDK %s (%s), %s",
                own == null ? "(not packaged)" : own,
                spark(),
                Runtime.version(),
                System.getProperty("java.vendor.version", System.getProperty("java.vendor")),
                role);
    }

    static String spark() {
        return org.apache.spark.package$.MODULE$.SPARK_VERSION();
    }
}
