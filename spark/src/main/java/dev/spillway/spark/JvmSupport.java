// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Finds out why a JVM has no second heap. */
final class JvmSupport {
    private JvmSupport() {}

    /** The reason in words a user can act on. */
    static String whyNoSecondHeap() {
        try {
            HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            vm.getVMOption("SecondHeapSize");
            return "-XX:SecondHeapSize is not set";
        } catch (IllegalArgumentException unknownFlag) {
            return "this JVM is not a Spillway JDK";
        } catch (RuntimeException | LinkageError noManagement) {
            return "this JVM has no second heap";
        }
    }
}
