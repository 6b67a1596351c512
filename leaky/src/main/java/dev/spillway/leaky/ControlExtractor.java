// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.io.IOException;

/**
 * Programmable extraction of control information (leaky-buffer paper, section III.A): knows the format of the input, finds
 * in it what the program needs in order to organize the records, and where the rest of each record is.
 *
 * @param <I> type of the input, such as a stream
 * @param <C> type of the control information, such as a key
 */
@FunctionalInterface
public interface ControlExtractor<I, C> {
    /**
     * Reads one record. Its control information must be an object of its own, or one that nobody changes: up to 64 records are read
     * before the first of them is placed.
     *
     * @param input where to read
     * @param into takes the record
     * @return false at the end of the input, with {@code into} unchanged
     * @throws IOException if the input cannot be read
     */
    boolean next(I input, Record<C> into) throws IOException;
}
