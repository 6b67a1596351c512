// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.Counter;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.FutureTask;
import net.bytebuddy.ByteBuddy;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.TaskKilledException;
import org.apache.spark.io.CompressionCodec;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.util.collection.CompactBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** A group that is read from disk is to a program what Spark's collection is. */
class StreamedGroupTest extends LeakyMapFixture {
    private static final int HELD = 3;
    private static final int VALUES = 500;
    private static final ClassTag<Object> ANY = ClassTag$.MODULE$.Any();

    private SpillFiles files;

    @BeforeEach
    void makeFiles() {
        files = newFiles();
    }

    @AfterEach
    void closeFiles() {
        files.close();
    }

    private static Object value(int i) {
        return "value " + i;
    }

    private GroupFile file(SpillFiles files, Object... values) throws IOException {
        Kryo kryo = serializer.newKryo();
        ValueWriter writer = files.writeValues();
        for (Object each : values) {
            Output value = new Output(64, -1);
            kryo.writeClassAndObject(value, each);
            Output framed = new Output(64, -1);
            framed.writeVarInt(value.position(), true);
            framed.writeBytes(value.getBuffer(), 0, value.position());
            writer.write(framed.getBuffer(), 0, framed.position());
        }
        return files.finish(writer, values.length, true);
    }

    private StreamedGroup group() throws IOException {
        Object[] later = new Object[VALUES - HELD];
        for (int i = HELD; i < VALUES; i++) {
            later[i - HELD] = value(i);
        }
        CompactBuffer<Object> held = StockShape.newBuffer();
        for (int i = 0; i < HELD; i++) {
            StockShape.add(held, value(i));
        }
        return new StreamedGroup(held, file(files, later), later.length);
    }

    private static CompactBuffer<Object> stock(int count) {
        CompactBuffer<Object> values = StockShape.newBuffer();
        for (int i = 0; i < count; i++) {
            StockShape.add(values, value(i));
        }
        return values;
    }

    /** A pattern on a sequence dropped such groups without a word. */
    @Test
    void itIsASequenceAsSparksCollectionIs() throws IOException {
        StreamedGroup group = group();
        assertInstanceOf(Seq.class, group);
        assertInstanceOf(Seq.class, stock(1));
        assertEquals(VALUES, group.length());
        assertEquals(VALUES, group.size());
        group.delete();
    }

    /** Groups that are equal counted as different ones. */
    @Test
    void itEqualsWhatSparkWouldGive() throws IOException {
        StreamedGroup group = group();
        StreamedGroup again = group();
        assertEquals(stock(VALUES), group);
        assertEquals(group, stock(VALUES));
        assertEquals(group, again);
        assertEquals(stock(VALUES).hashCode(), group.hashCode());
        assertNotEquals(group, stock(VALUES - 1));
        assertNotEquals(group, stock(VALUES + 1));
        group.delete();
        again.delete();
    }

    @Test
    void itHasTheValueOfEachIndexInAnyOrder() throws IOException {
        StreamedGroup group = group();
        for (int i = 0; i < VALUES; i++) {
            assertEquals(value(i), group.apply(i));
            assertEquals(value(i), group.apply(i), "the same again");
        }
        for (int i : new int[] {VALUES - 1, 0, HELD - 1, HELD, VALUES / 2, HELD}) {
            assertEquals(value(i), group.apply(i));
        }
        for (int i : new int[] {-1, VALUES, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> group.apply(i));
        }
        group.delete();
    }

    /** The common pool's threads, for example, have the system's class loader: Kryo did not find the program's classes there. */
    @Test
    void aThreadWithAnotherClassLoaderReadsValuesOfTheProgramsClasses() throws Exception {
        Class<?> programs = new ByteBuddy().subclass(Object.class).name("program.Value").make().load(getClass().getClassLoader()).getLoaded();
        Thread task = Thread.currentThread();
        ClassLoader before = task.getContextClassLoader();
        task.setContextClassLoader(programs.getClassLoader());
        SpillFiles ofTask;
        StreamedGroup group;
        try {
            ofTask = newFiles();
            group = new StreamedGroup(StockShape.newBuffer(), file(ofTask, programs.getConstructor().newInstance()), 1);
        } finally {
            task.setContextClassLoader(before);
        }
        FutureTask<Object> walk = new FutureTask<>(() -> {
            Iterator<?> values = group.iterator();
            return values.next();
        });
        Thread other = new Thread(walk);
        other.setContextClassLoader(ClassLoader.getSystemClassLoader());
        other.start();
        assertEquals(programs, walk.get().getClass());
        assertEquals(ClassLoader.getSystemClassLoader(), other.getContextClassLoader(), "the thread has its own again");
        group.delete();
        ofTask.close();
    }

    @ParameterizedTest
    @CsvSource({"true, true, zstd", "false, false, lz4"})
    void writtenByAnyKryoItIsTheCollectionThatSparkGives(String unsafe, String references, String codec) throws IOException {
        StreamedGroup group = group();
        // The serializer of cached blocks need not be that of the shuffle.
        SparkConf other = new SparkConf(false).set("spark.kryo.unsafe", unsafe).set("spark.kryo.referenceTracking", references);
        SerializerInstance blocks = new KryoSerializer(other).newInstance();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SerializationStream out = blocks.serializeStream(CompressionCodec.createCodec(other, codec).compressedOutputStream(bytes));
        out.writeObject(new Tuple2<>("before", group), ANY).writeObject(group, ANY).writeObject("after", ANY).close();
        group.delete();
        DeserializationStream in = blocks.deserializeStream(CompressionCodec.createCodec(other, codec)
                .compressedInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertEquals(new Tuple2<>("before", stock(VALUES)), in.readObject(ANY));
        Object alone = in.readObject(ANY);
        assertEquals(stock(VALUES), alone);
        assertInstanceOf(CompactBuffer.class, alone);
        assertEquals("after", in.readObject(ANY));
    }

    /** Spark writes cached blocks when memory is short, and made an object of each value of a group for it. */
    @Test
    void whoWritesItMakesNoObjectsOfItsValues() throws IOException {
        ValueWriter writer = files.writeValues();
        writer.write(new byte[] {2, -1, -1}, 0, 3);
        StreamedGroup group = new StreamedGroup(StockShape.newBuffer(), files.finish(writer, 1, true), 1);
        assertThrows(RuntimeException.class, () -> group.iterator().next(), "no value of Kryo's");
        ByteBuffer written = instance().serialize(group, ANY);
        // Of Kryo's own words for it Spark makes the end of the stream, and what follows would be lost without one.
        scala.collection.Iterator<Object> read = instance().deserializeStream(new ByteArrayInputStream(written.array(), 0, written.limit())).asIterator();
        assertThrows(KryoException.class, read::hasNext);
        group.delete();
    }

    @Test
    void filesThatOutliveTheirTasksAreCountedUntilTheyAreDeleted() throws IOException {
        Counter bytes = new Counter();
        SpillFiles ofTask = new SpillFiles(disks, new SerializerManager(serializer, conf), instance(), new ValueDecoders(serializer), new OpenWalks(bytes));
        GroupFile first = file(ofTask, value(1), value(2));
        long one = bytes.getCount();
        GroupFile second = file(ofTask, value(1), value(2));
        assertTrue(one > 0, "bytes of a file");
        assertEquals(2 * one, bytes.getCount());
        ofTask.close();
        first.delete();
        first.delete();
        assertEquals(one, bytes.getCount());
        second.delete();
        assertEquals(0, bytes.getCount());
    }

    @Test
    void aTaskThatIsKilledWhileItIsWrittenEnds() throws IOException {
        StreamedGroup group = new StreamedGroup(StockShape.newBuffer(), file(files, new Object[5000]), 5000);
        TaskContextImpl task = TaskContext$.MODULE$.empty();
        TaskContext$.MODULE$.setTaskContext(task);
        task.markInterrupted("by a test");
        try {
            assertThrows(TaskKilledException.class, () -> instance().serialize(group, ANY));
        } finally {
            TaskContext$.MODULE$.unset();
        }
        group.delete();
    }

    @Test
    void whatItsFileLacksIsNotWrittenAsIfItWereThere() throws IOException {
        ValueWriter writer = files.writeValues();
        writer.write(new byte[] {1, 0}, 0, 2);
        StreamedGroup group = new StreamedGroup(StockShape.newBuffer(), files.finish(writer, 2, true), 2);
        Exception damaged = assertThrows(KryoException.class, () -> instance().serialize(group, ANY));
        assertTrue(damaged.getCause().getMessage().contains("is damaged"), damaged.getCause().getMessage());
        group.delete();
        assertThrows(KryoException.class, () -> instance().serialize(group, ANY), "its file is gone");
    }
}
