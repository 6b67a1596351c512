// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import dev.spillway.leaky.Contents;
import java.io.File;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.SparkConf;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.memory.UnifiedMemoryManager;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.DiskBlockManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Product2;
import scala.Tuple2;
import scala.collection.AbstractIterator;

class LeakyMapTest {
    private static final int TAGS = 2;
    private static final long FREE = 2 << 20;

    @TempDir
    Path directory;

    private final SparkConf conf = new SparkConf(false).set("spark.app.id", "test");
    private final KryoSerializer serializer = new KryoSerializer(conf);
    private DiskBlockManager disks;
    private TaskMemoryManager memory;
    private LeakyMap<Object> map;

    @BeforeEach
    void create() {
        conf.set("spark.local.dir", directory.toString());
        disks = new DiskBlockManager(conf, true, true);
        memory = new TaskMemoryManager(new UnifiedMemoryManager(conf, 64L << 20, 0, 1), 0);
        map = newMap();
    }

    @AfterEach
    void leaveNothing() {
        map.close();
        assertEquals(0, memory.getMemoryConsumptionForThisTask(), "memory that was not given back");
        assertEquals(List.of(), files(directory.toFile()), "spill files that were not deleted");
        disks.stop();
    }

    private LeakyMap<Object> newMap() {
        SpillFiles files = new SpillFiles(disks, new SerializerManager(serializer, conf), instance(),
                () -> new ValueDecoder(instance(), new KryoFormat(false)), Cleaner.create());
        return new LeakyMap<>(memory, files, TAGS, FREE, null);
    }

    private KryoSerializerInstance instance() {
        return (KryoSerializerInstance) serializer.newInstance();
    }

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
        Object odd = new Object() {
            @Override
            public boolean equals(Object other) {
                return false;
            }

            @Override
            public int hashCode() {
                return 7;
            }
        };
        map.insertAll(encoded(List.of(new Tuple2<>(odd, "a"), new Tuple2<>("b", "b"))), 0);
        GroupIterator<Object, List<String>> groups = new GroupIterator<>(
                map, contents -> decode(contents, new ValueDecoder(instance(), new KryoFormat(false))), map::close);
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
        ValueDecoder decoder = new ValueDecoder(instance(), new KryoFormat(false));
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
        ValueDecoder decoder = new ValueDecoder(instance(), new KryoFormat(false));
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

    @Test
    void anEmptyInputHasNoGroups() throws IOException {
        insert(List.of());
        assertFalse(map.groups().next());
    }

    private void insert(List<Tuple2<Object, String>> pairs) throws IOException {
        map.insertAll(encoded(pairs.subList(0, pairs.size() / 2)), 0);
        map.insertAll(encoded(pairs.subList(pairs.size() / 2, pairs.size())), 1);
    }

    // As the shuffle gives them: one value object for all.
    private scala.collection.Iterator<Product2<Object, RawValue>> encoded(List<Tuple2<Object, String>> pairs) {
        Kryo kryo = serializer.newKryo();
        Output output = new Output(64, -1);
        RawValue value = new RawValue();
        java.util.Iterator<Tuple2<Object, String>> all = pairs.iterator();
        return new AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public Product2<Object, RawValue> next() {
                Tuple2<Object, String> pair = all.next();
                output.clear();
                kryo.writeClassAndObject(output, pair._2());
                return new Tuple2<>(pair._1(), value.at(output.getBuffer(), 0, output.position()));
            }
        };
    }

    private Map<Object, Map<String, Integer>> collect(Runnable beforeEach) throws IOException {
        ValueDecoder decoder = new ValueDecoder(instance(), new KryoFormat(false));
        Map<Object, Map<String, Integer>> collected = new HashMap<>();
        GroupIterator<Object, List<String>> groups = new GroupIterator<>(map, contents -> decode(contents, decoder), map::close);
        while (groups.hasNext()) {
            beforeEach.run();
            Tuple2<Object, List<String>> group = groups.next();
            Map<String, Integer> counts = new HashMap<>();
            group._2().forEach(v -> counts.merge(v, 1, Integer::sum));
            assertEquals(null, collected.put(group._1(), counts), "key twice: " + group._1());
        }
        return collected;
    }

    private static List<String> decode(Contents contents, ValueDecoder decoder) {
        List<String> values = new ArrayList<>();
        while (contents.next()) {
            values.add(contents.tag() + String.valueOf(decoder.value(contents)));
        }
        return values;
    }

    private static Map<Object, Map<String, Integer>> expected(List<Tuple2<Object, String>> pairs) {
        Map<Object, Map<String, Integer>> groups = new HashMap<>();
        for (int i = 0; i < pairs.size(); i++) {
            String value = (i < pairs.size() / 2 ? 0 : 1) + String.valueOf(pairs.get(i)._2());
            groups.computeIfAbsent(pairs.get(i)._1(), k -> new HashMap<>()).merge(value, 1, Integer::sum);
        }
        return groups;
    }

    private static List<Tuple2<Object, String>> randomPairs(Random random, int count) {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(100);
            Object key = kind == 0 ? null : kind < 30 ? (Object) random.nextInt(50) : "k" + random.nextInt(count);
            pairs.add(new Tuple2<>(key, kind == 99 ? null : "value " + random.nextInt(count) + "-".repeat(random.nextInt(60))));
        }
        return pairs;
    }

    private static List<File> files(File directory) {
        List<File> found = new ArrayList<>();
        for (File file : directory.listFiles()) {
            found.addAll(file.isDirectory() ? files(file) : List.of(file));
        }
        return found;
    }

    /** Another consumer of the task, which does not give anything back. */
    private class Hog extends MemoryConsumer {
        Hog(long bytes) {
            super(memory, MemoryMode.ON_HEAP);
            take(bytes);
        }

        void take(long bytes) {
            if (bytes > 0) {
                acquireMemory(bytes);
            }
        }

        void release() {
            freeMemory(getUsed());
        }

        @Override
        public long spill(long size, MemoryConsumer trigger) {
            return 0;
        }
    }
}
