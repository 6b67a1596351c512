// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.codahale.metrics.Counter;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import dev.spillway.leaky.Contents;
import java.io.File;
import java.io.IOException;
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
import org.junit.jupiter.api.io.TempDir;
import scala.Product2;
import scala.Tuple2;
import scala.collection.AbstractIterator;

/** A map with little memory, pairs for it and another consumer of the task; checks that nothing is left at the end. */
abstract class LeakyMapFixture {
    static final int TAGS = 2;
    static final long FREE = 2 << 20;

    @TempDir
    Path directory;

    final SparkConf conf = new SparkConf(false).set("spark.app.id", "test");
    final KryoSerializer serializer = new KryoSerializer(conf);
    DiskBlockManager disks;
    TaskMemoryManager memory;
    LeakyMap<Object> map;

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

    LeakyMap<Object> newMap() {
        return newMap(UsersThreshold.NONE);
    }

    LeakyMap<Object> newMap(UsersThreshold users) {
        return new LeakyMap<>(memory, newFiles(), TAGS, FREE, null, users);
    }

    SpillFiles newFiles() {
        return new SpillFiles(disks, new SerializerManager(serializer, conf), instance(),
                new ValueDecoders(serializer), new OpenWalks(new Counter()));
    }

    KryoSerializerInstance instance() {
        return (KryoSerializerInstance) serializer.newInstance();
    }

    void insert(List<Tuple2<Object, String>> pairs) throws IOException {
        map.insertAll(encoded(pairs.subList(0, pairs.size() / 2)), 0);
        map.insertAll(encoded(pairs.subList(pairs.size() / 2, pairs.size())), 1);
    }

    // As the shuffle gives them: one value object for all.
    scala.collection.Iterator<Product2<Object, RawValue>> encoded(List<Tuple2<Object, String>> pairs) {
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

    Map<Object, Map<String, Integer>> collect(Runnable beforeEach) throws IOException {
        ValueDecoder decoder = new ValueDecoders(serializer).get();
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

    static List<String> decode(Contents contents, ValueDecoder decoder) {
        List<String> values = new ArrayList<>();
        while (contents.next()) {
            values.add(contents.tag() + String.valueOf(decoder.value(contents)));
        }
        return values;
    }

    static Map<Object, Map<String, Integer>> expected(List<Tuple2<Object, String>> pairs) {
        Map<Object, Map<String, Integer>> groups = new HashMap<>();
        for (int i = 0; i < pairs.size(); i++) {
            String value = (i < pairs.size() / 2 ? 0 : 1) + String.valueOf(pairs.get(i)._2());
            groups.computeIfAbsent(pairs.get(i)._1(), k -> new HashMap<>()).merge(value, 1, Integer::sum);
        }
        return groups;
    }

    static List<Tuple2<Object, String>> randomPairs(Random random, int count) {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(100);
            Object key = kind == 0 ? null : kind < 30 ? (Object) random.nextInt(50) : "k" + random.nextInt(count);
            pairs.add(new Tuple2<>(key, kind == 99 ? null : "value " + random.nextInt(count) + "-".repeat(random.nextInt(60))));
        }
        return pairs;
    }

    static List<File> files(File directory) {
        List<File> found = new ArrayList<>();
        for (File file : directory.listFiles()) {
            found.addAll(file.isDirectory() ? files(file) : List.of(file));
        }
        return found;
    }

    /** Another consumer of the task, which does not give anything back. */
    class Hog extends MemoryConsumer {
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
