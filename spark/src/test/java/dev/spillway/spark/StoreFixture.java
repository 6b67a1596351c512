// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import com.codahale.metrics.MetricRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.spark.SparkConf;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.UnifiedMemoryManager;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfo;
import org.apache.spark.storage.BlockInfoManager;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.storage.memory.BlockEvictionHandler;
import org.apache.spark.storage.memory.PartiallyUnrolledIterator;
import scala.Function0;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.util.Either;

/** A store with Spark's real lock manager, memory manager and serializers, on a second heap of the test. */
final class StoreFixture implements BlockEvictionHandler {
    static final ClassTag<Object> ANY = ClassTag$.MODULE$.Object();

    final FakeHeap heap = new FakeHeap();
    final BlockInfoManager infos = new BlockInfoManager(false);
    final StoreMetrics metrics = new StoreMetrics(new MetricRegistry());
    final List<BlockId> dropped = new ArrayList<>();
    final Set<Integer> excluded = new HashSet<>();
    final UnifiedMemoryManager memory;
    final H2Parts h2;
    final SecondHeapStore store;
    private final Set<BlockId> onDisk = new HashSet<>();

    /** A store whose pool, serving limit and H1 storage have these sizes. */
    StoreFixture(long poolBytes, long serveBytes, long storageBytes) {
        SparkConf conf = new SparkConf(false).set("spark.storage.unrollMemoryThreshold", "65536");
        memory = new UnifiedMemoryManager(conf, storageBytes, storageBytes / 2, 1);
        Limits limits = new Limits(poolBytes, 64 << 10, 1 << 20, serveBytes, 64 << 10);
        h2 = H2Parts.of(heap, limits, infos, this::drop, metrics);
        StockParts stock = new StockParts(
                conf, infos, new SerializerManager(new JavaSerializer(conf), conf), memory, this);
        store = new SecondHeapStore(stock, new Router(ConfigKeys.LEVELS, infos, excluded::contains, excluded::contains), h2);
        memory.setMemoryStore(store);
    }

    StoreFixture() {
        this(32 << 20, Long.MAX_VALUE, 64 << 20);
    }

    // What the block manager does for an evicted block, without its disk and its master.
    private StorageLevel drop(BlockId id, ChunkedBlock block) {
        boolean toDisk = infos.get(id).get().level().useDisk();
        if (toDisk) {
            onDisk.add(id);
        }
        store.remove(id);
        dropped.add(id);
        return toDisk ? StorageLevel.DISK_ONLY() : StorageLevel.NONE();
    }

    @Override
    public <T> StorageLevel dropFromMemory(
            BlockId id, Function0<Either<Object, org.apache.spark.util.io.ChunkedByteBuffer>> data, ClassTag<T> tag) {
        store.remove(id);
        dropped.add(id);
        return StorageLevel.NONE();
    }

    static RDDBlockId block(int rdd, int split) {
        return new RDDBlockId(rdd, split);
    }

    /** Elements that weigh about 32 bytes each and differ from each other. */
    static Iterator<Object> elements(long count) {
        return CollectionConverters.asScala(LongStream.range(0, count).mapToObj(i -> (Object) new long[] {i}).iterator());
    }

    /** Puts as the block manager does: under the block's write lock, downgraded to nothing on success. */
    Either<PartiallyUnrolledIterator<Object>, Object> put(BlockId id, StorageLevel level, Iterator<Object> values) {
        return put(id, level, values, ANY);
    }

    <T> Either<PartiallyUnrolledIterator<T>, Object> put(
            BlockId id, StorageLevel level, Iterator<T> values, ClassTag<T> tag) {
        infos.lockNewBlockForWriting(id, new BlockInfo(level, tag, false), false);
        Either<PartiallyUnrolledIterator<T>, Object> result =
                store.putIteratorAsValues(id, values, MemoryMode.ON_HEAP, tag);
        if (result.isRight()) {
            infos.unlock(id, scala.Option.empty());
        } else {
            infos.removeBlock(id);
        }
        return result;
    }

    /** Removes as unpersist does. */
    void remove(BlockId id) {
        infos.lockForWriting(id, true);
        store.remove(id);
        infos.removeBlock(id);
    }

    static long sum(Iterator<?> values) {
        long sum = 0;
        while (values.hasNext()) {
            sum += ((long[]) values.next())[0];
        }
        return sum;
    }
}
