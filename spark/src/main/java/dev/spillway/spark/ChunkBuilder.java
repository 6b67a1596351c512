// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import scala.reflect.ClassTag;

/** Collects the elements of one partition into chunks of bounded size. Not thread-safe. */
interface ChunkBuilder {
    /** Adds one element to the open chunk. */
    void add(Object element);

    /** Estimated bytes of the open chunk, 0 when it is empty. */
    long bytes();

    /** Whether the open chunk has reached its size. */
    boolean isFull();

    /** Closes the open chunk and gives its exactly filled array; the next element opens a new one. */
    Object take();

    /** Whether the open chunk has no element. */
    boolean isEmpty();

    /** Whether any element so far must be closed when it is dropped. */
    boolean sawCloseable();

    /** A builder as the element type wants it: primitive arrays where Spark's own store would use them. */
    static ChunkBuilder of(ClassTag<?> tag, long chunkBytes) {
        Class<?> type = tag.runtimeClass();
        return type.isPrimitive() && type != void.class
                ? new PrimitiveChunkBuilder(type, chunkBytes)
                : new ReferenceChunkBuilder(chunkBytes);
    }
}
