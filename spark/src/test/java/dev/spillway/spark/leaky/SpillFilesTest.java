// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.DiskBlockManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillFilesTest {
    @TempDir
    Path directory;

    private final SparkConf conf = new SparkConf(false).set("spark.app.id", "test").set("spark.io.compression.codec", "zstd");
    private final KryoSerializer serializer = new KryoSerializer(conf);

    @Test
    void aGroupThatDoesNotOutliveItsTaskIsDeletedWithItInTheMiddleOfAWalk() throws IOException {
        SpillFiles files = newFiles();
        GroupFile group = files.finish(threeValues(files), false);
        StreamedValues<Object> walk = group.walk();
        assertEquals("v0", walk.next());
        assertEquals(1, count());
        files.close();
        assertEquals(0, count());
        group.delete();
    }

    @Test
    void aGroupThatOutlivesItsTaskIsReadAfterIt() throws IOException {
        SpillFiles files = newFiles();
        GroupFile group = files.finish(threeValues(files), true);
        files.close();
        for (int walks = 0; walks < 2; walks++) {
            StreamedValues<Object> walk = group.walk();
            for (int i = 0; i < 3; i++) {
                assertEquals("v" + i, walk.next());
            }
            assertTrue(!walk.hasNext() && !walk.hasNext());
        }
        group.delete();
        assertEquals(0, count());
    }

    private SpillFiles newFiles() {
        conf.set("spark.local.dir", directory.toString());
        return new SpillFiles(new DiskBlockManager(conf, true, true), new SerializerManager(serializer, conf), instance(),
                () -> new ValueDecoder(instance(), new KryoFormat(false)), Cleaner.create());
    }

    private KryoSerializerInstance instance() {
        return (KryoSerializerInstance) serializer.newInstance();
    }

    private ValueWriter threeValues(SpillFiles files) throws IOException {
        ValueWriter writer = files.writeValues();
        for (int i = 0; i < 3; i++) {
            Output value = new Output(64);
            serializer.newKryo().writeClassAndObject(value, "v" + i);
            Output framed = new Output(64);
            framed.writeVarInt(value.position(), true);
            framed.writeBytes(value.getBuffer(), 0, value.position());
            writer.write(framed.getBuffer(), 0, framed.position());
        }
        return writer;
    }

    private long count() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).count();
        }
    }
}
