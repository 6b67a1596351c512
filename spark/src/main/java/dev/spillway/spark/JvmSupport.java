// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What this JVM is. */
final class JvmSupport {
    private JvmSupport() {}

    /** Bytes of the largest heap, as {@code -Xmx} has it. */
    static long largestHeapBytes() {
        return Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption("MaxHeapSize").getValue());
    }

    /** Why it has no second heap, in words a user can act on. */
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
