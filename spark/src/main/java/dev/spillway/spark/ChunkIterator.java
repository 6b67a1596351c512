// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.NoSuchElementException;
import scala.collection.AbstractIterator;
import scala.runtime.ScalaRunTime;

/** Reads chunks (reference or primitive arrays) one after another. */
final class ChunkIterator<T> extends AbstractIterator<T> {
    private final Object[] chunks;
    private int nextChunk;
    private Object current = new Object[0];
    private int length;
    private int position;

    ChunkIterator(Object[] chunks) {
        this.chunks = chunks;
    }

    @Override
    public boolean hasNext() {
        while (position == length && nextChunk < chunks.length) {
            current = chunks[nextChunk++];
            length = java.lang.reflect.Array.getLength(current);
            position = 0;
        }
        return position < length;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("end of block");
        }
        int index = position++;
        return (T) (current instanceof Object[] objects ? objects[index] : ScalaRunTime.array_apply(current, index));
    }
}
