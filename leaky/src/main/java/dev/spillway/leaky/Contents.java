// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/**
 * The contents of one list, record by record. Begins before the first record; {@link #next()} must answer true before the
 * other methods are called. The bytes stay valid until the next call and must not be changed.
 */
public interface Contents {
    /** Goes to the next record; false at the end. */
    boolean next();

    /** The tag given with the record. */
    int tag();

    /** The array that holds the record's bytes. */
    byte[] bytes();

    /** Index of the first byte. */
    int offset();

    /** Number of bytes. */
    int length();
}
