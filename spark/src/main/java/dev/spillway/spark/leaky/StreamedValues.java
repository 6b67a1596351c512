// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import scala.collection.AbstractIterator;

/** A walk as programs see it. It is collected when they have left it, and its walk is closed then. */
final class StreamedValues<V> extends AbstractIterator<V> {
    private final GroupWalk walk;

    StreamedValues(GroupWalk walk) {
        this.walk = walk;
    }

    @Override
    public boolean hasNext() {
        try {
            return walk.hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            // Or the cleaner could end the walk while it is asked.
            Reference.reachabilityFence(this);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public V next() {
        try {
            return (V) walk.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
