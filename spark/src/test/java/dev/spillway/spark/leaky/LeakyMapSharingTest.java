// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import org.apache.spark.memory.MemoryConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Tuple2;

/** The map beside other consumers of the task's memory. */
class LeakyMapSharingTest extends LeakyMapFixture {
    @Test
    void anotherConsumerGetsTheMemoryInTheMiddleOfTheEmission() throws IOException {
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(9), 30_000);
        insert(pairs);
        Hog hog = new Hog(0);
        int[] groups = {0};
        Map<Object, Map<String, Integer>> collected = collect(() -> {
            if (++groups[0] == 1000) {
                assertTrue(map.getUsed() > 0);
                hog.take(64L << 20);
                assertEquals(0, map.getUsed(), "the rest went to disk");
            }
        });
        assertEquals(expected(pairs), collected);
        assertEquals(1, map.counts().spills());
        hog.release();
    }

    @Test
    void anotherConsumerGetsTheMemoryInTheMiddleOfAMerge() throws IOException {
        Hog hog = new Hog(60L << 20);
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(10), 100_000);
        insert(pairs);
        hog.release();
        int spills = map.counts().spills();
        assertTrue(spills > 0, spills + " spills");
        int[] groups = {0};
        assertEquals(expected(pairs), collect(() -> {
            if (++groups[0] == 1000) {
                assertTrue(map.getUsed() > 0, "groups in memory are merged with those on disk");
                hog.take(64L << 20);
                assertEquals(0, map.getUsed(), "the rest went to disk");
            }
        }));
        assertEquals(spills + 1, map.counts().spills());
        hog.release();
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void anotherConsumerGetsTheMemoryOfGroupsThatWerePutTogether(int atGroup) throws IOException {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            pairs.add(new Tuple2<>(i % 2 == 0 ? "Aa" : "BB", "v".repeat(200) + i));
        }
        Hog hog = new Hog(60L << 20);
        insert(pairs);
        hog.release();
        int spills = map.counts().spills();
        int[] groups = {0};
        assertEquals(expected(pairs), collect(() -> {
            if (++groups[0] == atGroup) {
                assertTrue(map.getUsed() > 5 << 20, "all values of both keys: " + map.getUsed());
                hog.take(64L << 20);
                assertEquals(64L << 20, hog.getUsed(), "what is left after " + map.getUsed());
            }
        }));
        assertEquals(spills + 1, map.counts().spills());
        hog.release();
    }

    /** Spark's map or sorter that the task's thread is filling would spill on the other thread, in the middle of an insertion. */
    @Test
    void aThreadOfTheProgramThatReadsTheGroupsMakesNoOtherConsumerSpill() throws Exception {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            pairs.add(new Tuple2<>(i % 2 == 0 ? "Aa" : "BB", "v".repeat(200) + i));
        }
        Queue<Thread> asked = new ConcurrentLinkedQueue<>();
        Hog hog = new Hog(60L << 20) {
            @Override
            public long spill(long size, MemoryConsumer trigger) {
                asked.add(Thread.currentThread());
                return 0;
            }
        };
        insert(pairs);
        assertTrue(map.counts().spills() > 0, "groups of one hash are put together from files");
        assertTrue(asked.remove(Thread.currentThread()), "while there is no room, the map asks");
        asked.clear();
        FutureTask<Map<Object, Map<String, Integer>>> reading = new FutureTask<>(() -> collect(() -> { }));
        new Thread(reading).start();
        assertEquals(expected(pairs), reading.get());
        assertEquals(List.of(), List.copyOf(asked), "threads that made another consumer spill");
        hog.release();
    }

    @Test
    void aConsumerThatSpillsForTheMapDoesNotMakeItSpillWhileItGrows() throws IOException {
        List<Integer> spillsMeanwhile = new ArrayList<>();
        Hog hog = new Hog(60L << 20) {
            @Override
            public long spill(long size, MemoryConsumer trigger) {
                if (trigger != map) {
                    return 0;
                }
                // As Spark's sorters may do, which take another array for the one they give back.
                int before = map.counts().spills();
                acquireMemory(32L << 20);
                spillsMeanwhile.add(map.counts().spills() - before);
                return 0;
            }
        };
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(11), 150_000);
        insert(pairs);
        assertEquals(expected(pairs), collect(() -> { }));
        assertFalse(spillsMeanwhile.isEmpty(), "it was asked");
        assertTrue(spillsMeanwhile.stream().allMatch(spills -> spills == 0), "spills while it was asked: " + spillsMeanwhile);
        hog.release();
    }

    @Test
    void aFailedSpillForAnotherConsumerFailsTheGroupsToo() throws IOException {
        insert(randomPairs(new Random(9), 30_000));
        GroupIterator<Object, List<String>> groups = new GroupIterator<>(
                map, contents -> List.of(), map::close);
        assertTrue(groups.hasNext());
        groups.next();
        assertTrue(groups.hasNext());
        File[] tops = directory.toFile().listFiles();
        for (File top : tops) {
            deleteAll(top);
            Files.writeString(top.toPath(), "no directory");
        }
        Hog hog = new Hog(0);
        try {
            hog.take(64L << 20);
        } catch (RuntimeException | Error expected) {
            // The memory manager tells the consumer that asked.
        }
        assertThrows(IOException.class, groups::next, "asked before it failed");
        map.close();
        memory.cleanUpAllAllocatedMemory();
        for (File top : tops) {
            Files.delete(top.toPath());
            Files.createDirectories(top.toPath());
        }
    }

    @Test
    void aKeyThatCannotBeWrittenForAnotherConsumerFailsTheGroupsToo() throws IOException {
        List<Tuple2<Object, String>> pairs = new ArrayList<>(randomPairs(new Random(9), 30_000));
        pairs.add(new Tuple2<>(new Unwritable(), "v"));
        map.insertAll(encoded(pairs), 0);
        GroupIterator<Object, List<String>> groups = new GroupIterator<>(map, contents -> List.of(), map::close);
        assertTrue(groups.hasNext());
        Hog hog = new Hog(0);
        assertThrows(RuntimeException.class, () -> hog.take(64L << 20));
        assertThrows(IOException.class, groups::next, "some groups went to a file that is not there");
        map.close();
        memory.cleanUpAllAllocatedMemory();
    }

    private static final class Unwritable implements com.esotericsoftware.kryo.KryoSerializable {
        @Override
        public void write(Kryo kryo, Output output) {
            throw new IllegalStateException("not written");
        }

        @Override
        public void read(Kryo kryo, com.esotericsoftware.kryo.io.Input input) {
            throw new IllegalStateException("not read");
        }
    }

    private static void deleteAll(File file) throws IOException {
        File[] inside = file.listFiles();
        if (inside != null) {
            for (File f : inside) {
                deleteAll(f);
            }
        }
        Files.delete(file.toPath());
    }
}
