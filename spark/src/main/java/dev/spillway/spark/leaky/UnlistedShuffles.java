// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.spark.ui.Recent;
import java.util.List;
import java.util.Map;
import org.apache.spark.ShuffleDependency;

/**
 * Which shuffles that Java's serializer wrote are left to Spark from the start: those that turned out to have other types than
 * {@link ClosedTypes}, and all of them once three did and none could be read. Thread-safe.
 */
final class UnlistedShuffles {
    private static final int MOST = 1000;
    private static final int ENOUGH = 3;

    private final Map<Integer, Boolean> known = new Recent<>(MOST);
    private boolean anyRead;

    /** Whether to read it leakily. */
    synchronized boolean isToBeTried(ShuffleDependency<?, ?, ?> shuffle) {
        return !known.containsKey(shuffle.shuffleId()) && (anyRead || known.size() < ENOUGH)
                && ClosedTypes.mayHave(shuffle.keyClassName()) && ClosedTypes.mayHave(shuffle.valueClassName());
    }

    /** Other types were among them. */
    synchronized void failed(List<ShuffleDependency<?, ?, ?>> shuffles) {
        shuffles.forEach(shuffle -> known.put(shuffle.shuffleId(), true));
    }

    /** One could be read. */
    synchronized void read() {
        anyRead = true;
    }
}
