// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

class GrantedMemoryTest extends LeakyMapFixture {
    private static final long MORE_THAN_THERE_IS = 1L << 40;

    private long held() {
        return memory.getMemoryConsumptionForThisTask();
    }

    /** A shuffle writer without a page fails its task: it has nothing to spill yet, and what a group has does not spill. */
    @Test
    void whatAGroupIsGrantedLeavesPagesForWhatTheProgramDoesWithIt() {
        GrantedMemory group = new GrantedMemory(memory, () -> true);
        long pages = 2 * memory.pageSizeBytes();
        for (int asked = 0; asked < 3; asked++) {
            long granted = group.grow(MORE_THAN_THERE_IS);
            assertEquals(held(), granted);
            assertTrue(granted > 32 << 20, granted + " bytes");
            Hog writer = new Hog(pages);
            assertEquals(pages, held() - granted);
            writer.release();
        }
        group.free();
        assertEquals(0, held());
    }

    /** Spark's map or sorter that the task's thread is filling would spill on the other thread, in the middle of an insertion. */
    @Test
    void aThreadOfTheProgramGetsNothingForItsGroups() throws Exception {
        GroupMemory group = map.groupMemory();
        AtomicLong granted = new AtomicLong(-1);
        Thread other = new Thread(() -> granted.set(group.grow(1 << 20)));
        other.start();
        other.join();
        assertEquals(0, granted.get());
        assertEquals(0, held());
        assertEquals(1 << 20, group.grow(1 << 20), "on the thread that made the map");
        group.free();
    }

    /** A thread of the program may still be given a group when its task ends, as with pipe. */
    @Test
    void whatAGroupIsGrantedWhileItsTaskEndsIsGivenBack() throws Exception {
        map.insertAll(encoded(List.of(new Tuple2<>("key", "value"))), 0);
        GroupMemory group = map.groupMemory();
        Thread ending = new Thread(map::close);
        GroupIterator<Object, Long> groups = new GroupIterator<>(map, contents -> {
            ending.start();
            awaitBlocked(ending);
            return group.grow(1 << 20);
        }, () -> { });
        assertEquals(1L << 20, groups.next()._2());
        ending.join();
        assertEquals(0, held());
    }

    private static void awaitBlocked(Thread thread) {
        while (thread.isAlive() && thread.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsAskedForIsGrantedWhileThereIsMore() {
        GrantedMemory group = new GrantedMemory(memory, () -> true);
        assertEquals(1 << 20, group.grow(1 << 20));
        assertEquals(9 << 20, group.grow(9 << 20));
        assertEquals(9 << 20, held());
        group.free();
    }
}
