// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes a reference has on this JVM. */
final class ReferenceSize {
    /** Four or eight. */
    static final int BYTES = of(useCompressedOops(), Runtime.getRuntime().maxMemory());

    private ReferenceSize() {}

    /**
     * The size by what the JVM says, or by the size of its heap if it does not.
     *
     * @param useCompressedOops value of the VM's option, null if it has none
     * @param maxMemory bytes of the largest heap
     */
    static int of(String useCompressedOops, long maxMemory) {
        boolean compressed = useCompressedOops == null ? maxMemory < 32L << 30 : Boolean.parseBoolean(useCompressedOops);
        return compressed ? 4 : 8;
    }

    private static String useCompressedOops() {
        try {
            HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return vm == null ? null : vm.getVMOption("UseCompressedOops").getValue();
        } catch (RuntimeException | LinkageError e) {
            // Another VM, or a run-time image without the module.
            return null;
        }
    }
}
