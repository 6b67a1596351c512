// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.io.OutputStream;
import java.lang.reflect.Array;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfo;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.io.ChunkedByteBuffer;
import scala.Function0;
import scala.Function1;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;
import scala.util.Either;
import scala.util.Left;

/** Drops blocks through Spark's block manager. */
final class BlockManagerDropper implements BlockDropper {
    private final BlockManager blockManager;
    private final SerializerManager serializers;
    private final long wholeLimit;

    BlockManagerDropper(BlockManager blockManager, SerializerManager serializers, long wholeLimit) {
        this.blockManager = blockManager;
        this.serializers = serializers;
        this.wholeLimit = wholeLimit;
    }

    @Override
    @SuppressWarnings("unchecked")
    public StorageLevel drop(BlockId id, ChunkedBlock block) {
        ClassTag<Object> tag = (ClassTag<Object>) block.elementTag();
        if (block.size() > wholeLimit) {
            writeToDisk(id, block, tag);
        }
        // Asked for only if the block goes to disk and is not there yet.
        Function0<Either<Object, ChunkedByteBuffer>> data = () -> new Left<>(wholeArray(block, tag));
        return blockManager.dropFromMemory(id, data, tag);
    }

    // Spark wants one array to write from; a large block is streamed instead, and Spark then finds it on disk.
    private void writeToDisk(BlockId id, ChunkedBlock block, ClassTag<Object> tag) {
        BlockInfo info = blockManager.blockInfoManager().get(id).get();
        if (!info.level().useDisk() || blockManager.diskStore().contains(id)) {
            return;
        }
        Function1<WritableByteChannel, BoxedUnit> write = channel -> {
            OutputStream out = Channels.newOutputStream(channel);
            serializers.dataSerializeStream(id, out, block.<Object>iterator(), tag);
            return BoxedUnit.UNIT;
        };
        blockManager.diskStore().put(id, write);
    }

    static Object wholeArray(ChunkedBlock block, ClassTag<?> tag) {
        Class<?> type = tag.runtimeClass();
        boolean primitive = type.isPrimitive() && type != void.class;
        Object whole = Array.newInstance(primitive ? type : Object.class, Math.toIntExact(block.count()));
        int position = 0;
        for (Object chunk : block.chunks()) {
            int length = Array.getLength(chunk);
            System.arraycopy(chunk, 0, whole, position, length);
            position += length;
        }
        return whole;
    }
}
