// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import scala.collection.Iterator;
import scala.reflect.ClassTag;

/**
 * One put: turns the elements of a partition into tagged chunks. Holds heap for the open chunk only; every full chunk is
 * tagged and may move while the next one is filled. Not thread-safe.
 */
final class Unroll<T> {
    /** Why a put ended. */
    enum End {
        /** All elements are in chunks. */
        COMPLETE,
        /** Spark granted no unroll memory for the open chunk. */
        NO_UNROLL_MEMORY,
        /** The pool is full of blocks that cannot be evicted. */
        NO_POOL,
        /** H2 moves no more, so chunks pile up in H1. */
        NOT_MOVING,
        /** The level wants a copy elsewhere, and the block is too large to be serialized whole for it. */
        TOO_LARGE_TO_REPLICATE,
        /** The task was interrupted. */
        INTERRUPTED
    }

    private final H2Parts h2;
    private final UnrollMemory memory;
    private final long label;
    private final ClassTag<T> tag;
    private final long largest;
    private final ChunkBuilder builder;
    private final List<Object> chunks = new ArrayList<>();
    private long reserved;

    Unroll(H2Parts h2, UnrollMemory memory, long label, ClassTag<T> tag, boolean replicated) {
        this.h2 = h2;
        this.memory = memory;
        this.label = label;
        this.tag = tag;
        this.largest = replicated ? h2.limits().serveBytes() : Long.MAX_VALUE;
        this.builder = ChunkBuilder.of(tag, h2.limits().chunkBytes());
    }

    /** Consumes the elements as far as they can be stored. */
    End run(Iterator<T> values) {
        End end = memory.start() ? fill(values) : End.NO_UNROLL_MEMORY;
        if (end == End.COMPLETE && !builder.isEmpty()) {
            end = seal();
        }
        if (end == End.COMPLETE && !reserve(ChunkedBlock.DIRECTORY_BYTES)) {
            end = End.NO_POOL;
        }
        return end;
    }

    private End fill(Iterator<T> values) {
        // As in Spark's own store: only tasks are interrupted, other threads put to the end.
        boolean inTask = TaskContext.get() != null;
        End end = End.COMPLETE;
        while (end == End.COMPLETE && values.hasNext()) {
            if (inTask && Thread.currentThread().isInterrupted()) {
                return End.INTERRUPTED;
            }
            builder.add(values.next());
            if (!memory.cover(builder.bytes())) {
                end = End.NO_UNROLL_MEMORY;
            } else if (builder.isFull()) {
                end = seal();
            }
        }
        boolean interrupted = inTask && Thread.currentThread().isInterrupted();
        return interrupted ? End.INTERRUPTED : end;
    }

    /** Ends the open chunk: it gets its place in the pool and its tag, and leaves the unroll window. */
    private End seal() {
        long bytes = builder.bytes();
        Object chunk = builder.take();
        // From here on the chunk is part of what a failed put hands back.
        chunks.add(chunk);
        if (reserved + bytes > largest) {
            return End.TOO_LARGE_TO_REPLICATE;
        }
        if (!reserve(bytes)) {
            return End.NO_POOL;
        }
        h2.heap().tag(chunk, label);
        h2.heap().move(label);
        memory.shrink();
        return h2.backPressure().tagged(bytes) ? End.COMPLETE : End.NOT_MOVING;
    }

    private boolean reserve(long bytes) {
        if (!h2.evictor().reserve(bytes, label)) {
            return false;
        }
        reserved += bytes;
        return true;
    }

    /** The finished block; its pool bytes are the block's from now on. */
    ChunkedBlock block() {
        return new ChunkedBlock(label, chunks.toArray(), reserved, tag, builder.sawCloseable());
    }

    /** What was consumed so far, in order. */
    Iterator<T> consumed() {
        List<Object> all = new ArrayList<>(chunks);
        if (!builder.isEmpty()) {
            all.add(builder.take());
        }
        return new ChunkIterator<>(all.toArray());
    }

    /** Gives the pool bytes of a failed put back. */
    void abandon() {
        h2.pool().release(reserved);
        reserved = 0;
    }
}
