// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.Counter;
import com.esotericsoftware.kryo.io.Output;
import dev.spillway.leaky.LeakyGroups;
import dev.spillway.leaky.MemoryBudget;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.DiskBlockManager;
import org.apache.spark.storage.TempLocalBlockId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;

class SpillFilesTest {
    @TempDir
    Path directory;

    private final SparkConf conf = new SparkConf(false).set("spark.app.id", "test").set("spark.io.compression.codec", "zstd");
    private final KryoSerializer serializer = new KryoSerializer(conf);

    @Test
    void aGroupThatDoesNotOutliveItsTaskIsDeletedWithItInTheMiddleOfAWalk() throws IOException {
        SpillFiles files = newFiles();
        GroupFile group = files.finish(values(files, 3), 3, false);
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
        GroupFile group = files.finish(values(files, 3), 3, true);
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

    @ParameterizedTest
    @ValueSource(strings = {"lz4", "zstd", "snappy", "lzf"})
    void aDiskThatIsFullWhenTheLastBlockIsWrittenFailsTheSpill(String codec) throws IOException {
        conf.set("spark.io.compression.codec", codec);
        conf.set("spark.local.dir", directory.toString());
        List<File> made = new ArrayList<>();
        SpillFiles files = newFiles(new DiskBlockManager(conf, true, true) {
            @Override
            public Tuple2<TempLocalBlockId, File> createTempLocalBlock() {
                Tuple2<TempLocalBlockId, File> block = super.createTempLocalBlock();
                made.add(block._2());
                try {
                    Files.createSymbolicLink(block._2().toPath(), Path.of("/dev/full"));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                return block;
            }
        }, new SerializerManager(serializer, conf));
        assertThrows(IOException.class, () -> files.write(groups(1)));
        assertThrows(IOException.class, () -> files.finish(values(files, 3), 3, true));
        files.close();
        assertEquals(2, made.size());
        assertEquals(List.of(), openFiles("/dev/full"), "what is open keeps the blocks of a deleted file");
        assertTrue(made.stream().noneMatch(file -> Files.isSymbolicLink(file.toPath())), "nothing is left");
    }

    @Test
    void aStreamThatFailsOnlyWhenItIsClosedFailsTheSpill() {
        conf.set("spark.local.dir", directory.toString());
        SpillFiles files = newFiles(new DiskBlockManager(conf, true, true), new SerializerManager(serializer, conf) {
            @Override
            public OutputStream wrapStream(BlockId id, OutputStream out) {
                return new java.io.FilterOutputStream(out) {
                    @Override
                    public void close() throws IOException {
                        throw new IOException("in close only");
                    }
                };
            }
        });
        assertEquals("in close only", assertThrows(IOException.class, () -> files.write(groups(1))).getMessage());
        assertEquals("in close only", assertThrows(IOException.class, () -> files.finish(values(files, 3), 3, true)).getMessage());
        files.close();
    }

    @Test
    void streamsThatCannotBeWrappedAreClosed() throws IOException {
        conf.set("spark.local.dir", directory.toString());
        boolean[] broken = {false};
        SpillFiles files = newFiles(new DiskBlockManager(conf, true, true), new SerializerManager(serializer, conf) {
            @Override
            public OutputStream wrapStream(BlockId id, OutputStream out) {
                return broken[0] ? fail() : super.wrapStream(id, out);
            }

            @Override
            public InputStream wrapStream(BlockId id, InputStream in) {
                return broken[0] ? fail() : super.wrapStream(id, in);
            }

            private <T> T fail() {
                throw LeakyMap.<RuntimeException>sneak(new IOException("no codec"));
            }
        });
        SpillFile run = files.write(groups(1));
        GroupFile group = files.finish(values(files, 3), 3, true);
        broken[0] = true;
        assertThrows(IOException.class, () -> files.write(groups(1)));
        assertThrows(IOException.class, files::writeValues);
        assertThrows(IOException.class, () -> files.read(run));
        assertThrows(java.io.UncheckedIOException.class, () -> group.walk().hasNext());
        assertEquals(List.of(), openFiles(directory.toString()));
        assertEquals(2, count(), "files of what failed are deleted");
        group.delete();
        files.close();
    }

    private static List<String> openFiles(String prefix) throws IOException {
        List<String> open = new ArrayList<>();
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            try {
                open.add(Files.readSymbolicLink(descriptor.toPath()).toString());
            } catch (java.nio.file.NoSuchFileException e) {
                // Closed by now, as the listing's own is.
            }
        }
        return open.stream().filter(name -> name.startsWith(prefix)).toList();
    }

    // Cut where a group or value ends, as a compressed file is that lacks its last block.
    @Test
    void aFileThatLacksItsLastGroupIsNotTakenForAShorterOne() throws IOException {
        conf.set("spark.shuffle.spill.compress", "false");
        SpillFiles files = newFiles();
        SpillFile run = files.write(groups(2));
        truncate(run.file(), files.write(groups(1)).bytes());
        SpillRun<Object> cut = files.read(run);
        assertTrue(cut.next());
        String message = assertThrows(IOException.class, cut::next).getMessage();
        assertTrue(message.contains("it had 2 groups or values, and 1 are left"), message);
        files.close();
    }

    @Test
    void aFileThatIsCutWithinAGroupIsNamed() throws IOException {
        conf.set("spark.shuffle.spill.compress", "false");
        SpillFiles files = newFiles();
        SpillFile run = files.write(groups(2));
        truncate(run.file(), run.bytes() - 1);
        SpillRun<Object> cut = files.read(run);
        assertTrue(cut.next());
        assertTrue(cut.next());
        String message = assertThrows(java.io.UncheckedIOException.class, cut::next, "the end of its last group is missing").getMessage();
        assertTrue(message.contains(run.file().getName()), message);
        files.close();
    }

    @Test
    void aFileThatLacksItsLastValueIsNotTakenForAShorterOne() throws IOException {
        conf.set("spark.shuffle.spill.compress", "false");
        SpillFiles files = newFiles();
        ValueWriter writer = values(files, 3);
        GroupFile group = files.finish(writer, 3, false);
        long whole = writer.file().length();
        truncate(writer.file(), whole / 3 * 2);
        StreamedValues<Object> walk = group.walk();
        assertEquals("v0", walk.next());
        assertEquals("v1", walk.next());
        assertThrows(java.io.UncheckedIOException.class, walk::hasNext);
        group.delete();
        files.close();
    }

    @Test
    void aFileThatIsCutWithinAValueIsNamedEachTimeItIsAskedFor() throws IOException {
        conf.set("spark.shuffle.spill.compress", "false");
        SpillFiles files = newFiles();
        ValueWriter writer = values(files, 3);
        GroupFile group = files.finish(writer, 3, true);
        truncate(writer.file(), writer.file().length() - 1);
        StreamedValues<Object> walk = group.walk();
        assertEquals("v0", walk.next());
        assertEquals("v1", walk.next());
        for (int i = 0; i < 2; i++) {
            String message = assertThrows(java.io.UncheckedIOException.class, walk::next).getMessage();
            assertTrue(message.contains(writer.file().getName()) && message.contains("cannot be read"), message);
        }
        group.delete();
        files.close();
    }

    private static void truncate(File file, long bytes) throws IOException {
        try (RandomAccessFile cut = new RandomAccessFile(file, "rw")) {
            cut.setLength(bytes);
        }
    }

    // Of one record each, all of the same size.
    private SpillFiles.Writing groups(int count) {
        return out -> {
            LeakyGroups<int[], Object> groups = new LeakyGroups<>((next, into) -> {
                into.set(next[0], 0, new byte[10], 0, 10);
                return next[0]++ < count;
            }, 1, MemoryBudget.UNLIMITED);
            groups.fill(new int[] {0});
            MemoryRun<Object> run = MemoryRun.byHash(groups);
            while (run.next()) {
                out.group(run);
            }
        };
    }

    private SpillFiles newFiles() {
        conf.set("spark.local.dir", directory.toString());
        return newFiles(new DiskBlockManager(conf, true, true), new SerializerManager(serializer, conf));
    }

    private SpillFiles newFiles(DiskBlockManager disks, SerializerManager serializers) {
        return new SpillFiles(disks, serializers, instance(), new ValueDecoders(serializer), new OpenWalks(new Counter()));
    }

    private KryoSerializerInstance instance() {
        return (KryoSerializerInstance) serializer.newInstance();
    }

    private ValueWriter values(SpillFiles files, int count) throws IOException {
        ValueWriter writer = files.writeValues();
        for (int i = 0; i < count; i++) {
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
