// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.function.Function;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.memory.MemoryStore;
import org.apache.spark.storage.memory.PartiallyUnrolledIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.Some;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.util.Either;
import scala.util.Left;
import scala.util.Right;

/**
 * Spark's memory store with a second place: blocks that {@link Router} sends there live in H2 and in this class's own table,
 * outside Spark's storage memory; everything else is the stock store's. Every access of the block manager to a deserialized
 * block goes through one of the methods overridden here.
 */
final class SecondHeapStore extends MemoryStore {
    private static final Logger LOG = LoggerFactory.getLogger(SecondHeapStore.class);

    private final Router router;
    private final H2Parts h2;
    private final WholeBlockGuard guard;

    SecondHeapStore(StockParts stock, Router router, H2Parts h2) {
        super(stock.conf(), stock.infos(), stock.serializers(), stock.memory(), stock.handler());
        this.router = router;
        this.h2 = h2;
        this.guard = new WholeBlockGuard(stock.infos(), h2.limits().serveBytes(), h2.metrics(), router::isIrreplaceable);
    }

    @Override
    public <T> Either<PartiallyUnrolledIterator<T>, Object> putIteratorAsValues(
            BlockId id, Iterator<T> values, MemoryMode mode, ClassTag<T> tag) {
        if (router.route(id, mode) != Route.SECOND_HEAP || !h2.backPressure().takesMore()) {
            return super.putIteratorAsValues(id, values, mode, tag);
        }
        long label = Router.rddId(id);
        h2.table().enter(label);
        UnrollMemory memory = new UnrollMemory(this, id, mode, h2.limits().unrollBytes());
        Unroll<T> unroll = new Unroll<>(h2, memory, label, tag, router.isReplicated(id));
        boolean stored = false;
        try {
            Unroll.End end = unroll.run(values);
            stored = end == Unroll.End.COMPLETE;
            return stored ? publish(id, unroll, memory) : handBack(id, end, unroll, memory, values, mode);
        } finally {
            if (!stored) {
                unroll.abandon();
                leave(label);
            }
        }
    }

    private <T> Either<PartiallyUnrolledIterator<T>, Object> publish(BlockId id, Unroll<T> unroll, UnrollMemory memory) {
        ChunkedBlock block = unroll.block();
        h2.table().add(id, block);
        memory.releaseAll();
        h2.metrics().puts.inc();
        LOG.info("Block {} stored for the second heap ({} bytes in {} chunks)", id, block.size(), block.chunks().length);
        return new Right<>(block.size());
    }

    // Spark writes what is handed back to disk, or computes on with it, exactly as after a failed put of its own store.
    private <T> Either<PartiallyUnrolledIterator<T>, Object> handBack(
            BlockId id, Unroll.End end, Unroll<T> unroll, UnrollMemory memory, Iterator<T> rest, MemoryMode mode) {
        if (end == Unroll.End.TOO_LARGE_TO_REPLICATE) {
            guard.refuseReplication(id);
        }
        h2.metrics().refusedPuts.inc();
        LOG.warn("Block {} was not stored in the second heap: {}", id, end);
        return new Left<>(new PartiallyUnrolledIterator<>(this, mode, memory.held(), unroll.consumed(), rest));
    }

    @Override
    public Option<Iterator<Object>> getValues(BlockId id) {
        return fromH2(id, block -> {
            guard.check(id, block);
            return (Option<Iterator<Object>>) new Some<>(block.<Object>iterator());
        }, () -> super.getValues(id));
    }

    @Override
    public long getSize(BlockId id) {
        return fromH2(id, ChunkedBlock::size, () -> super.getSize(id));
    }

    private <R> R fromH2(BlockId id, Function<ChunkedBlock, R> found, java.util.function.Supplier<R> stock) {
        ChunkedBlock block = h2.table().touch(id);
        return block == null ? stock.get() : found.apply(block);
    }

    @Override
    public boolean contains(BlockId id) {
        return h2.table().contains(id) || super.contains(id);
    }

    @Override
    public boolean remove(BlockId id) {
        ChunkedBlock block = h2.table().remove(id);
        if (block == null) {
            return super.remove(id);
        }
        free(block);
        return true;
    }

    @Override
    public void clear() {
        h2.table().drain().forEach(this::free);
        super.clear();
    }

    private void free(ChunkedBlock block) {
        block.close();
        h2.pool().release(block.size());
        leave(block.label());
    }

    // Tags are withdrawn with the RDD's last block only: earlier, blocks that still wait would stay in H1 for good.
    private void leave(long label) {
        h2.table().leave(label, h2.heap()::release);
    }
}
