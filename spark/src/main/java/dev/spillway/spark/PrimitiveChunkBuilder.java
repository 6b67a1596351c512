// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.lang.reflect.Array;
import scala.runtime.ScalaRunTime;

/** Chunks of a primitive type: their size is known exactly. */
final class PrimitiveChunkBuilder implements ChunkBuilder {
    private static final int ARRAY_HEADER = 16;
    private static final int FIRST_LENGTH = 64;

    private final Class<?> type;
    private final int width;
    private final int capacity;
    private Object array;
    private int count;

    PrimitiveChunkBuilder(Class<?> type, long chunkBytes) {
        this.type = type;
        this.width = widthOf(type);
        this.capacity = (int) Math.max(1, Math.min(chunkBytes / width, Integer.MAX_VALUE - 8));
    }

    @Override
    public void add(Object element) {
        if (array == null) {
            array = Array.newInstance(type, Math.min(FIRST_LENGTH, capacity));
        } else if (count == Array.getLength(array)) {
            array = resized((int) Math.min(2L * count, capacity));
        }
        ScalaRunTime.array_update(array, count++, element);
    }

    @Override
    public long bytes() {
        return count == 0 ? 0 : ARRAY_HEADER + (long) count * width;
    }

    @Override
    public boolean isFull() {
        return count >= capacity;
    }

    @Override
    public boolean isEmpty() {
        return count == 0;
    }

    @Override
    public boolean sawCloseable() {
        return false;
    }

    @Override
    public Object take() {
        Object chunk = resized(count);
        array = null;
        count = 0;
        return chunk;
    }

    private Object resized(int length) {
        if (array != null && Array.getLength(array) == length) {
            return array;
        }
        Object copy = Array.newInstance(type, length);
        if (count > 0) {
            System.arraycopy(array, 0, copy, 0, count);
        }
        return copy;
    }

    private static int widthOf(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == int.class || type == float.class) {
            return Integer.BYTES;
        }
        return type == short.class || type == char.class ? Short.BYTES : Byte.BYTES;
    }
}
