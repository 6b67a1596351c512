// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Iterator;
import scala.reflect.ClassTag;

/**
 * A cached block: a small directory in H1 of chunks that move to H2. Immutable, so nothing in H2 is written after its move.
 *
 * @param label RDD id
 * @param chunks exactly filled arrays, of references or of a primitive type
 * @param size estimated bytes, never 0 (Spark takes a size of 0 for "not cached")
 * @param elementTag class tag of the elements
 * @param closeables whether any element must be closed when the block is dropped
 */
record ChunkedBlock(long label, Object[] chunks, long size, ClassTag<?> elementTag, boolean closeables) {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkedBlock.class);

    /** Bytes of a block without elements: the directory itself. */
    static final long DIRECTORY_BYTES = 16;

    <T> Iterator<T> iterator() {
        return new ChunkIterator<>(chunks);
    }

    /** Closes what Spark's own store would close. Walks the block only if that is needed: a walk reads all of it from disk. */
    void close() {
        if (!closeables) {
            return;
        }
        Iterator<Object> elements = iterator();
        while (elements.hasNext()) {
            if (elements.next() instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (Exception e) {
                    LOG.warn("A cached element of RDD {} failed to close", label, e);
                }
            }
        }
    }

    /** Number of elements. */
    long count() {
        long count = 0;
        for (Object chunk : chunks) {
            count += java.lang.reflect.Array.getLength(chunk);
        }
        return count;
    }
}
