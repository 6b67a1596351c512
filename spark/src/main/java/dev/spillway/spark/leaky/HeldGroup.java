// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;
import org.apache.spark.util.collection.CompactBuffer;
import scala.collection.Iterable;

/** The values of a group, or of one input of it: in Spark's buffer, and in a file what would be more than the limit of a group. */
final class HeldGroup {
    private final ValueDecoder decoder;
    private final GroupLimit limit;
    private final GroupCollector rest;
    private CompactBuffer<Object> held;
    private boolean full;

    /**
     * For groups one after the other.
     *
     * @param decoder makes values of their bytes
     * @param limit of one group, or of one input of it
     * @param rest takes what is above it
     */
    HeldGroup(ValueDecoder decoder, GroupLimit limit, GroupCollector rest) {
        this.decoder = decoder;
        this.limit = limit;
        this.rest = rest;
    }

    /** Whether all values are left in a file, if there are enough. */
    boolean holdsNothing() {
        return limit.isNothing();
    }

    /** Begins a group with a buffer that takes its values. */
    void begin(CompactBuffer<Object> buffer) {
        held = buffer;
        full = limit.isNothing();
        limit.begin();
        // What a group left that failed.
        rest.drop();
    }

    /** Takes the record the contents are on. */
    void add(Contents contents) throws IOException {
        if (full) {
            rest.add(contents);
            return;
        }
        StockShape.add(held, decoder.value(contents));
        full = limit.isReached(held, contents.length());
    }

    /** Whether the values will be a collection that reads a part of them from a file. */
    boolean isStreamed() {
        return full && rest.isLarge();
    }

    /** All values since the beginning. */
    Iterable<Object> finish() throws IOException {
        Iterable<Object> all = full ? rest.finish(held) : held;
        held = null;
        return all;
    }
}
