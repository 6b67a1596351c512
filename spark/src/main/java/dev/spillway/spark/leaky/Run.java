// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;

/**
 * Groups one after the other, in the order of their keys' mixed hashes wherever runs are merged; begins before the first. The
 * contents of a group can be read once; going on skips what was not read.
 *
 * @param <K> type of the keys
 */
interface Run<K> {
    /** Goes to the next group; false at the end. */
    boolean next() throws IOException;

    /** The mixed hash of the group's key. */
    int hash();

    /** Whether the next group of this run has the same hash, and so another key. */
    boolean sharesHash();

    /** The group's key. */
    K key();

    /** The group's records; a failing read is an UncheckedIOException. */
    Contents contents();
}
