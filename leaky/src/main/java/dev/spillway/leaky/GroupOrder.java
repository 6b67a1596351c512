// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** A walk over groups, in some order. Begins before the first. */
public interface GroupOrder {
    /** Goes to the next group; false at the end. */
    boolean next();

    /** The mixed hash of the group's key, as {@link LeakyGroups#hash} gives it. */
    int hash();

    /** The group's number. */
    int number();

    /** Another walk that begins where this one is. */
    GroupOrder copy();
}
