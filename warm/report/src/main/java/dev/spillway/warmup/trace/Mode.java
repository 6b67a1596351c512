// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

/** In what kind of code a sample found its thread. */
public enum Mode {
    INTERPRETED,
    COMPILED,
    NATIVE,
    /** The stack could not be read. */
    UNKNOWN
}
