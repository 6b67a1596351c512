// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** A {@link Placement} that sees some records ahead, so that it can fetch what they need from memory side by side. */
interface BatchPlacement {
    /** Says which control information comes next, in the first elements of an array that stays as it is until the last is placed. */
    void expect(Object[] controls, int count);

    /** The list of what is at a place of that array; places are asked for in turn, one again if there was {@link Placement#NO_MEMORY}. */
    int listFor(int place);
}
