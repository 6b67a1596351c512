// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.Arrays;

/** Chunks of objects: their size is estimated by sampling, see {@link ChunkSampler}. */
final class ReferenceChunkBuilder implements ChunkBuilder {
    private static final int FIRST_LENGTH = 64;

    // An array of references alone must not outgrow the chunk.
    private static final int REFERENCE_BYTES = 8;

    private final int capacity;
    private final ChunkSampler sampler;
    private Object[] array = new Object[FIRST_LENGTH];
    private int count;
    private boolean closeable;

    ReferenceChunkBuilder(long chunkBytes) {
        this.capacity = (int) Math.max(1, Math.min(chunkBytes / REFERENCE_BYTES, Integer.MAX_VALUE - 8));
        this.sampler = new ChunkSampler(chunkBytes);
    }

    @Override
    public void add(Object element) {
        if (count == array.length) {
            array = Arrays.copyOf(array, (int) Math.min(2L * count, capacity));
        }
        array[count++] = element;
        closeable |= element instanceof AutoCloseable;
        if (sampler.isDue(count)) {
            sampler.sample(Arrays.copyOf(array, count));
        }
    }

    @Override
    public long bytes() {
        return count == 0 ? 0 : sampler.bytes(count);
    }

    @Override
    public boolean isFull() {
        return count >= capacity || sampler.isFull(count);
    }

    @Override
    public boolean isEmpty() {
        return count == 0;
    }

    @Override
    public boolean sawCloseable() {
        return closeable;
    }

    @Override
    public Object take() {
        Object[] chunk = Arrays.copyOf(array, count);
        array = new Object[Math.min(capacity, Math.max(FIRST_LENGTH, count))];
        count = 0;
        sampler.nextChunk();
        return chunk;
    }
}
