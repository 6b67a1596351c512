// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.function.Supplier;
import scala.collection.Iterator;

/** Values that can only be walked, by index: in order each costs one step, and going back begins a new walk. */
final class ValuesByIndex {
    private final Supplier<Iterator<?>> walks;
    private final long count;
    private Iterator<?> walk;
    // Index of the value before the walk's next one.
    private long at = -1;
    private Object last;

    /**
     * Nothing walked.
     *
     * @param walks begins a walk from the first value
     * @param count how many values there are
     */
    ValuesByIndex(Supplier<Iterator<?>> walks, long count) {
        this.walks = walks;
        this.count = count;
    }

    /**
     * The value at an index.
     *
     * @throws IndexOutOfBoundsException if there is none
     */
    synchronized Object get(long index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("value " + index + " of " + count);
        }
        if (walk == null || index < at) {
            walk = walks.get();
            at = -1;
        }
        KillCheck kill = KillCheck.ofThread();
        while (at < index) {
            kill.next();
            last = walk.next();
            at++;
        }
        return last;
    }
}
