// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.storage.DiskBlockManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Tuple2;

class LeakyMapTest extends LeakyMapFixture {
    @ParameterizedTest
    @CsvSource({"1,64", "2,2", "3,1", "4,0"})
    void groupsHaveAllValuesWhateverMemoryThereIs(long seed, int megabytes) throws IOException {
        Hog hog = new Hog((64L - megabytes) << 20);
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(seed), 150_000);
        insert(pairs);
        assertEquals(megabytes < 4, map.counts().spills() > 1, map.counts().spills() + " spills");
        assertEquals(expected(pairs), collect(() -> { }));
        hog.release();
    }

    @Test
    void keysOfOneHashCodeInSeveralRunsStayApart() throws IOException {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < 80_000; i++) {
            // "Aa" and "BB" have the same hash code, and so have all words made of them.
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 8; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            pairs.add(new Tuple2<>(i % 3 == 0 ? (Object) i : key.toString(), "v".repeat(30) + i));
        }
        Hog hog = new Hog(64L << 20);
        insert(pairs);
        assertTrue(map.counts().spills() > 1, map.counts().spills() + " spills");
        int runs = files(directory.toFile()).size();
        int[] most = {0};
        assertEquals(expected(pairs), collect(() -> most[0] = Math.max(most[0], files(directory.toFile()).size())));
        assertTrue(most[0] > runs, "what was not granted went to files: " + most[0] + " after " + runs);
        assertTrue(map.counts().peakBytes() <= FREE + (300 << 10), "a page more than may be held at most: " + map.counts().peakBytes());
        hog.release();
    }

    @Test
    void groupsOfOneHashCodeThatArePutTogetherAreCounted() throws IOException {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            pairs.add(new Tuple2<>(i % 2 == 0 ? "Aa" : "BB", "v".repeat(200) + i));
        }
        Hog hog = new Hog(60L << 20);
        insert(pairs);
        assertTrue(map.counts().spills() > 0, map.counts().spills() + " spills");
        hog.release();
        long[] most = {0};
        assertEquals(expected(pairs), collect(() -> most[0] = Math.max(most[0], map.getUsed())));
        assertTrue(most[0] > 5 << 20, "all values of both keys were asked for: " + most[0]);
    }

    @Test
    void aRecordLargerThanAllMemoryIsTaken() throws IOException {
        Hog hog = new Hog(64L << 20);
        List<Tuple2<Object, String>> pairs = List.of(
                new Tuple2<>("k", "x".repeat(3 << 20)), new Tuple2<>("k", "y".repeat(2 << 20)), new Tuple2<>("l", "z"));
        insert(pairs);
        assertEquals(expected(pairs), collect(() -> { }));
        hog.release();
    }

    @Test
    void manySpilledRunsAreMergedOnTheWay() throws IOException {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < 90_000; i++) {
            pairs.add(new Tuple2<>(i % 700, "v".repeat(1000) + i));
        }
        Hog hog = new Hog(64L << 20);
        insert(pairs);
        assertTrue(map.counts().spills() > RunTiers.FAN_IN, map.counts().spills() + " spills");
        assertEquals(1, map.counts().merges());
        assertTrue(files(directory.toFile()).size() < RunTiers.FAN_IN);
        assertEquals(expected(pairs), collect(() -> { }));
        hog.release();
    }

    /** As the completion of a task does while another thread, such as PipedRDD's, still reads its shuffle. */
    @Test
    void aMapThatIsClosedWhileAnotherThreadInsertsIsLeftAloneUntilThatThreadSeesIt() throws Exception {
        java.util.concurrent.CountDownLatch inside = new java.util.concurrent.CountDownLatch(1);
        java.util.concurrent.CountDownLatch goOn = new java.util.concurrent.CountDownLatch(1);
        scala.collection.Iterator<scala.Product2<Object, RawValue>> pairs = encoded(randomPairs(new Random(7), 100_000));
        int[] given = {0};
        scala.collection.Iterator<scala.Product2<Object, RawValue>> stopping = new scala.collection.AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return pairs.hasNext();
            }

            @Override
            public scala.Product2<Object, RawValue> next() {
                if (++given[0] == 90_000) {
                    inside.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
                return pairs.next();
            }
        };
        Throwable[] thrown = {null};
        Thread inserter = new Thread(() -> {
            try {
                map.insertAll(stopping, 0);
            } catch (Throwable t) {
                thrown[0] = t;
            }
        });
        inserter.start();
        inside.await();
        long held = map.getUsed();
        assertTrue(held > 0, "there must be something to lose");
        map.close();
        assertEquals(held, map.getUsed(), "taken from under the thread that inserts");
        goOn.countDown();
        inserter.join();
        assertTrue(thrown[0] instanceof IOException && thrown[0].getMessage().contains("has ended"), () -> "" + thrown[0]);
        assertEquals(0, map.getUsed());
        assertThrows(IOException.class, () -> map.insertAll(encoded(List.of()), 0));
        assertThrows(IOException.class, map::requireNothingLost);
    }

    @Test
    void keysAreCounted() throws IOException {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            pairs.add(new Tuple2<>("k".repeat(10_000) + i, ""));
        }
        insert(pairs);
        assertTrue(map.counts().peakBytes() > 20_000_000, map.counts().peakBytes() + " bytes");
        assertEquals(expected(pairs), collect(() -> { }));
    }

    @Test
    void aDiskThatTakesNothingMoreFailsTheTaskAndLeavesNothing() throws IOException {
        Hog hog = new Hog(64L << 20);
        disks = new DiskBlockManager(conf, true, true) {
            @Override
            public Tuple2<org.apache.spark.storage.TempLocalBlockId, File> createTempLocalBlock() {
                Tuple2<org.apache.spark.storage.TempLocalBlockId, File> made = super.createTempLocalBlock();
                try {
                    Files.createSymbolicLink(made._2().toPath(), Path.of("/dev/full"));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                return made;
            }
        };
        map = newMap();
        assertThrows(IOException.class, () -> insert(randomPairs(new Random(3), 150_000)));
        hog.release();
    }

    @Test
    void aKeyThatIsNotEqualToItselfIsAGroupOfItsOwn() throws IOException {
        map.insertAll(encoded(List.of(new Tuple2<>(new Odd(), "a"), new Tuple2<>("b", "b"))), 0);
        GroupIterator<Object, List<String>> groups = new GroupIterator<>(
                map, contents -> decode(contents, new ValueDecoders(serializer).get()), map::close);
        List<String> seen = new ArrayList<>();
        groups.foreach(t -> seen.addAll(t._2()));
        seen.sort(null);
        assertEquals(List.of("0a", "0b"), seen);
    }

    @Test
    void aKeyThatIsNotEqualToItselfIsAGroupOfItsOwnInAMerge() throws IOException {
        Hog hog = new Hog(64L << 20);
        List<Tuple2<Object, String>> pairs = new ArrayList<>(randomPairs(new Random(12), 60_000));
        pairs.add(0, new Tuple2<>(new Odd(), "first"));
        pairs.add(1, new Tuple2<>(7, "equal hash"));
        pairs.add(new Tuple2<>(new Odd(), "last"));
        map.insertAll(encoded(pairs), 0);
        assertTrue(map.counts().spills() > 0, map.counts().spills() + " spills");
        ValueDecoder decoder = new ValueDecoders(serializer).get();
        GroupIterator<Object, List<String>> groups = new GroupIterator<>(map, contents -> decode(contents, decoder), map::close);
        List<List<String>> odd = new ArrayList<>();
        int[] values = {0};
        groups.foreach(group -> {
            values[0] += group._2().size();
            return !(group._1() instanceof Odd) || odd.add(group._2());
        });
        odd.sort(java.util.Comparator.comparing(Object::toString));
        assertEquals(List.of(List.of("0first"), List.of("0last")), odd);
        assertEquals(pairs.size(), values[0]);
        hog.release();
    }

    private static final class Odd {
        @Override
        public boolean equals(Object other) {
            return false;
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    @Test
    void aKeyWhoseRecordDidNotFitIsNoEmptyGroup() throws IOException {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            // Arrays are equal to themselves only, and to nothing after a spill.
            pairs.add(new Tuple2<>(new byte[] {(byte) i, (byte) (i >> 8)}, "v".repeat(60) + i));
        }
        Hog hog = new Hog(64L << 20);
        map.insertAll(encoded(pairs), 0);
        assertTrue(map.counts().spills() > 3, map.counts().spills() + " spills");
        ValueDecoder decoder = new ValueDecoders(serializer).get();
        Map<String, Integer> seen = new HashMap<>();
        GroupIterator<Object, List<String>> groups = new GroupIterator<>(map, contents -> decode(contents, decoder), map::close);
        groups.foreach(group -> {
            assertEquals(1, group._2().size(), "values of a group");
            return seen.merge(group._2().get(0), 1, Integer::sum);
        });
        assertEquals(pairs.size(), seen.size());
        hog.release();
    }

    @Test
    void keysToTakeAwayThatNoGroupHasTakeNoRoom() throws IOException {
        map.insertAll(encoded(List.of(new Tuple2<>("a", "1"), new Tuple2<>("b", "2"))), 0);
        assertTrue(map.isToBeTakenAway("a"));
        assertFalse(map.isToBeTakenAway("a"), "once is enough");
        assertFalse(map.isToBeTakenAway("c"));
    }

    @Test
    void anEmptyInputHasNoGroups() throws IOException {
        insert(List.of());
        assertFalse(map.groups().next());
    }
}
