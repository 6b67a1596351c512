// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

/** What a class loader is doing. */
public enum LoadKind {
    /** Java code of a loader: asking other loaders, searching the class path, opening jars. */
    FINDING,
    /** Getting the bytes of a class file, with decompression. */
    READING,
    /** Making a class of bytes, in the VM. */
    DEFINING,
    /** All three by the boot loader, which is the VM's own code and is not split. */
    BOOT,
    /** The VM's part of a load by another loader: its tables and locks. */
    OTHER
}
