// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.Statistics;

/**
 * What the block store asks of the JVM. The product has one implementation, {@link SecondHeapBinding}; tests bring their own
 * so that the store's logic can be checked on any JVM.
 */
interface HeapBinding {
    /** Whether there is a second heap. Constant. */
    boolean isEnabled();

    /** Tags a complete chunk with its label. */
    void tag(Object chunk, long label);

    /** Lets the label's tagged chunks move. */
    void move(long label);

    /** Withdraws the label's tags that have not moved. */
    void release(long label);

    /** Returns after a full collection that moved what is tagged, as far as there is room. */
    void moveNow();

    /** Counters of the JVM. */
    Statistics statistics();
}
