// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/**
 * The program behind a leaky buffer: is given the control information of each record and says which list its contents join.
 *
 * @param <C> type of the control information
 */
@FunctionalInterface
public interface Placement<C> {
    /** Answer when there is no memory to make a list. */
    int NO_MEMORY = -1;

    /**
     * Places one record. When its contents find no memory the record is placed once more by the next call that takes records in, so a
     * placement should answer the same then, and not make a list or count for each call.
     *
     * @param control the record's control information
     * @return a list from {@link LeakyBuffer#newList()}, or {@link #NO_MEMORY}; another number is refused with IndexOutOfBoundsException
     */
    int listFor(C control);
}
