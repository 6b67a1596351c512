// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

/**
 * What only the VM can do between two runs. The class must be on the boot class path of a Spillway JDK started with
 * {@code -Ddev.spillway.warm.server=true}; anywhere else its methods end in UnsatisfiedLinkError.
 */
final class WarmVm {
    private WarmVm() {}

    /** Makes the program's classes uninitialised; returns why that cannot be done, or null. */
    static String reset() {
        return reset0();
    }

    /** Collects, clearing soft references too, and returns what objects of the past run are still there, or null. */
    static String leftovers() {
        return leftovers0();
    }

    private static native String reset0();

    private static native String leftovers0();
}
