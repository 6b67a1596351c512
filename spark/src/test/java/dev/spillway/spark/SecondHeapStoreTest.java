// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static dev.spillway.spark.StoreFixture.block;
import static dev.spillway.spark.StoreFixture.elements;
import static dev.spillway.spark.StoreFixture.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.storage.BroadcastBlockId;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

class SecondHeapStoreTest {
    private static final long COUNT = 20_000;
    private static final long SUM = COUNT * (COUNT - 1) / 2;

    private final StoreFixture f = new StoreFixture();

    @Test
    void blockGoesToH2InTaggedChunksWithoutChargingStorageMemory() {
        assertTrue(f.put(block(3, 0), StorageLevel.MEMORY_ONLY(), elements(COUNT)).isRight());
        assertTrue(f.heap.tagged.size() > 5, "chunks: " + f.heap.tagged.size());
        assertTrue(f.heap.movable.contains(3L));
        assertEquals(0, f.memory.storageMemoryUsed());
        assertEquals(f.store.getSize(block(3, 0)), f.h2.pool().used());
        assertEquals(SUM, sum(f.store.getValues(block(3, 0)).get()));
        assertEquals(SUM, sum(f.store.getValues(block(3, 0)).get()), "a block is read many times");
    }

    @Test
    void estimatedSizeIsNearWhatSparkWouldEstimate() {
        f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(COUNT));
        Object[] same = IntStream.range(0, (int) COUNT).mapToObj(i -> new long[] {i}).toArray();
        double ratio = (double) f.store.getSize(block(1, 0)) / org.apache.spark.util.SizeEstimator.estimate(same);
        assertTrue(ratio > 0.9 && ratio < 1.1, "ratio " + ratio);
    }

    @Test
    void emptyPartitionCountsAsCached() {
        assertTrue(f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(0)).isRight());
        assertTrue(f.store.contains(block(1, 0)));
        assertTrue(f.store.getSize(block(1, 0)) > 0);
        assertFalse(f.store.getValues(block(1, 0)).get().hasNext());
    }

    @Test
    void primitivePartitionIsKeptInPrimitiveArrays() {
        ClassTag<Object> longs = ClassTag$.MODULE$.apply(long.class);
        Iterator<Object> values =
                CollectionConverters.asScala(IntStream.range(0, 50_000).mapToObj(i -> (Object) (long) i).iterator());
        f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), values, longs);
        f.heap.tagged.forEach(chunk -> assertInstanceOf(long[].class, chunk));
        long total = 0;
        Iterator<Object> read = f.store.getValues(block(1, 0)).get();
        while (read.hasNext()) {
            total += (Long) read.next();
        }
        assertEquals(50_000L * 49_999 / 2, total);
    }

    @Test
    void nullElementsSurvive() {
        Iterator<Object> values = CollectionConverters.asScala(java.util.Arrays.<Object>asList(null, "x", null).iterator());
        f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), values);
        Iterator<Object> read = f.store.getValues(block(1, 0)).get();
        assertEquals(null, read.next());
        assertEquals("x", read.next());
        assertEquals(null, read.next());
        assertFalse(read.hasNext());
    }

    @Test
    void unpersistReleasesTheLabelWithItsLastBlockOnly() {
        f.put(block(5, 0), StorageLevel.MEMORY_ONLY(), elements(100));
        f.put(block(5, 1), StorageLevel.MEMORY_ONLY(), elements(100));
        f.remove(block(5, 0));
        assertEquals(List.of(), f.heap.released);
        f.remove(block(5, 1));
        assertEquals(List.of(5L), f.heap.released);
        assertEquals(0, f.h2.pool().used());
        assertFalse(f.store.contains(block(5, 1)));
    }

    @Test
    void clearReleasesEverything() {
        f.put(block(5, 0), StorageLevel.MEMORY_ONLY(), elements(100));
        f.put(block(6, 0), StorageLevel.MEMORY_ONLY(), elements(100));
        f.store.clear();
        assertEquals(0, f.h2.pool().used());
        assertEquals(2, f.heap.released.size());
        assertFalse(f.store.contains(block(6, 0)));
    }

    @Test
    void leastRecentlyUsedBlockOfAnotherRddIsEvicted() {
        StoreFixture small = new StoreFixture(512 << 10, Long.MAX_VALUE, 64 << 20);
        small.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(8_000));
        small.put(block(2, 0), StorageLevel.MEMORY_AND_DISK(), elements(8_000));
        small.store.getValues(block(1, 0));
        assertTrue(small.put(block(3, 0), StorageLevel.MEMORY_ONLY(), elements(6_000)).isRight());
        assertEquals(List.of(block(2, 0)), small.dropped);
        assertEquals(1, small.metrics.evictions.getCount());
        assertTrue(small.infos.get(block(2, 0)).isDefined(), "a block that is on disk now keeps its info");
        assertTrue(small.infos.lockForWriting(block(2, 0), false).isDefined(), "and is not left locked");
    }

    @Test
    void blockOfTheSameRddOrInUseIsNotEvicted() {
        StoreFixture small = new StoreFixture(512 << 10, Long.MAX_VALUE, 64 << 20);
        small.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(10_000));
        small.put(block(2, 0), StorageLevel.MEMORY_ONLY(), elements(8_000));
        small.infos.lockForReading(block(2, 0), true);
        var refused = small.put(block(1, 1), StorageLevel.MEMORY_ONLY(), elements(COUNT));
        assertTrue(refused.isLeft());
        assertEquals(SUM, sum(refused.swap().toOption().get()), "every element is handed back");
        assertEquals(List.of(), small.dropped);
        assertEquals(0, small.memory.storageMemoryUsed(), "no unroll memory is left behind");
        assertEquals(1, small.metrics.refusedPuts.getCount());
    }

    @Test
    void partitionLargerThanStorageMemoryIsCached() {
        StoreFixture tight = new StoreFixture(64 << 20, Long.MAX_VALUE, 512 << 10);
        assertTrue(tight.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(300_000)).isRight());
        assertTrue(tight.store.getSize(block(1, 0)) > 7 << 20, "size " + tight.store.getSize(block(1, 0)));
        assertEquals(0, tight.memory.storageMemoryUsed());
    }

    @Test
    void failureOfTheIteratorGivesEverythingBack() {
        AtomicInteger calls = new AtomicInteger();
        java.util.Iterator<Object> failing = new java.util.Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Object next() {
                if (calls.incrementAndGet() > 15_000) {
                    throw new IllegalStateException("source failed");
                }
                return new long[1];
            }
        };
        assertThrows(
                IllegalStateException.class,
                () -> f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), CollectionConverters.asScala(failing)));
        assertEquals(0, f.h2.pool().used());
        assertFalse(f.store.contains(block(1, 0)));
        assertEquals(List.of(1L), f.heap.released);
    }

    @Test
    void putStopsWhenH2MovesNoMore() {
        f.heap.stuck = true;
        f.heap.waitingBytes = 2 << 20;
        var refused = f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(COUNT));
        assertTrue(refused.isLeft());
        assertEquals(SUM, sum(refused.swap().toOption().get()));
        assertEquals(0, f.h2.pool().used());
    }

    @Test
    void blocksAreCachedByTheStockStoreWhileH2MovesNoMore() {
        f.heap.stuck = true;
        f.heap.waitingBytes = 2 << 20;
        assertTrue(f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(COUNT)).isLeft());
        long forced = f.metrics.forcedMoves.getCount();
        assertTrue(f.put(block(1, 1), StorageLevel.MEMORY_ONLY(), elements(COUNT)).isRight());
        assertTrue(f.store.contains(block(1, 1)));
        assertEquals(0, f.h2.table().size());
        assertEquals(forced, f.metrics.forcedMoves.getCount(), "collections forced in vain");
        f.heap.stuck = false;
        f.heap.moveNow();
        assertTrue(f.put(block(1, 2), StorageLevel.MEMORY_ONLY(), elements(COUNT)).isRight());
        assertEquals(1, f.h2.table().size());
    }

    @Test
    void labelIsReleasedBeforeTheNextPutOfItsRddCanEnter() {
        BlockTable table = f.h2.table();
        table.enter(1);
        table.leave(1, label -> assertTrue(Thread.holdsLock(table), "a put may enter and tag before its tags are withdrawn"));
    }

    @Test
    void collectionsThatStopAtTheirPauseBudgetAreRepeatedWhileTheyGetOn() {
        f.heap.waitingBytes = 3 << 20;
        f.heap.budget = 512 << 10;
        assertTrue(f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(COUNT)).isRight());
        assertTrue(f.heap.waitingBytes <= 1 << 20, "waiting " + f.heap.waitingBytes);
        assertEquals(4, f.metrics.forcedMoves.getCount());
    }

    @Test
    void movingCollectionIsForcedWhenTooMuchWaitsInH1() {
        assertTrue(f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), elements(100_000)).isRight());
        assertTrue(f.metrics.forcedMoves.getCount() >= 2, "moves: " + f.metrics.forcedMoves.getCount());
    }

    @Test
    void otherBlocksAndExcludedRddsStayInTheStockStore() {
        f.excluded.add(9);
        f.put(block(9, 0), StorageLevel.MEMORY_ONLY(), elements(100));
        BroadcastBlockId broadcast = new BroadcastBlockId(1, "");
        f.store.putIteratorAsValues(broadcast, elements(100), MemoryMode.ON_HEAP, StoreFixture.ANY);
        assertEquals(List.of(), f.heap.tagged);
        assertTrue(f.memory.storageMemoryUsed() > 0);
        assertTrue(f.store.contains(block(9, 0)) && f.store.contains(broadcast));
        assertEquals(99 * 50, sum(f.store.getValues(block(9, 0)).get()));
        f.remove(block(9, 0));
        f.store.remove(broadcast);
        assertEquals(0, f.memory.storageMemoryUsed());
    }

    @Test
    void blockThatCannotBeReplicatedWholeIsHandedBack() {
        StoreFixture serving = new StoreFixture(32 << 20, 256 << 10, 64 << 20);
        var refused = serving.put(block(1, 0), StorageLevel.MEMORY_ONLY_2(), elements(COUNT));
        assertTrue(refused.isLeft());
        assertEquals(SUM, sum(refused.swap().toOption().get()));
        assertEquals(1, serving.metrics.recomputes.getCount());
        assertTrue(serving.put(block(1, 1), StorageLevel.MEMORY_ONLY(), elements(COUNT)).isRight(), "one copy is fine");
    }

    @Test
    void closeableElementsAreClosedWithTheirBlock() {
        AtomicInteger closed = new AtomicInteger();
        AutoCloseable element = closed::incrementAndGet;
        f.put(block(1, 0), StorageLevel.MEMORY_ONLY(), CollectionConverters.asScala(List.<Object>of(element).iterator()));
        f.remove(block(1, 0));
        assertEquals(1, closed.get());
    }
}
