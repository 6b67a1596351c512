// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

/** Ends a leaky read at a key or value that is not one of {@link ClosedTypes}. */
final class UnlistedType extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnlistedType(Object value) {
        super(value.getClass().getName(), null, false, false);
    }
}
