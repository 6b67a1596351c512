// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.Counter;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Walks over streamed groups that programs leave where they are. */
class GroupWalkTest extends LeakyMapFixture {
    private static final int VALUES = 3000;
    private static final int WALKS = 3 * OpenWalks.MOST;

    private GroupFile group(SpillFiles files, boolean outlives) throws IOException {
        Kryo kryo = serializer.newKryo();
        ValueWriter writer = files.writeValues();
        for (int i = 0; i < VALUES; i++) {
            Output value = new Output(64);
            kryo.writeClassAndObject(value, "value " + i);
            Output framed = new Output(64);
            framed.writeVarInt(value.position(), true);
            framed.writeBytes(value.getBuffer(), 0, value.position());
            writer.write(framed.getBuffer(), 0, framed.position());
        }
        return files.finish(writer, VALUES, outlives);
    }

    private static long descriptorsOf(String directory) throws IOException {
        long count = 0;
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            try {
                count += Files.readSymbolicLink(descriptor.toPath()).startsWith(directory) ? 1 : 0;
            } catch (java.nio.file.NoSuchFileException e) {
                // The listing's own.
            }
        }
        return count;
    }

    @Test
    void walksThatAreLeftDoNotKeepADescriptorEachAndGoOnWhereTheyWere() throws IOException {
        SpillFiles files = newFiles();
        GroupFile group = group(files, true);
        List<StreamedValues<Object>> walks = new ArrayList<>();
        for (int i = 0; i < WALKS; i++) {
            StreamedValues<Object> walk = group.walk();
            for (int value = 0; value <= i % 5; value++) {
                assertEquals("value " + value, walk.next());
            }
            walks.add(walk);
        }
        assertEquals(OpenWalks.MOST, descriptorsOf(directory.toString()), "descriptors");
        for (int i = 0; i < WALKS; i++) {
            for (int value = i % 5 + 1; value < VALUES; value++) {
                assertEquals("value " + value, walks.get(i).next());
            }
            assertFalse(walks.get(i).hasNext());
            assertFalse(walks.get(i).hasNext(), "at the end it stays at the end");
        }
        assertEquals(0, descriptorsOf(directory.toString()));
        files.close();
        group.delete();
    }

    @Test
    void walksThatSeveralThreadsUseInTurnsSeeEachValueOnce() throws Exception {
        SpillFiles files = newFiles();
        GroupFile group = group(files, true);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Void>> done = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                done.add(threads.submit(inTurns(group, WALKS / 4)));
            }
            for (Future<Void> one : done) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(0, descriptorsOf(directory.toString()));
        files.close();
        group.delete();
    }

    @Test
    void walksThatAreTouchedAgainAndLeftGiveTheirDescriptorsBackToo() throws IOException {
        SpillFiles files = newFiles();
        GroupFile group = group(files, true);
        List<StreamedValues<Object>> walks = new ArrayList<>();
        for (int i = 0; i < WALKS; i++) {
            StreamedValues<Object> walk = group.walk();
            walk.next();
            walks.add(walk);
        }
        for (StreamedValues<Object> walk : walks) {
            assertEquals("value 1", walk.next());
        }
        assertTrue(descriptorsOf(directory.toString()) <= OpenWalks.MOST + 1, descriptorsOf(directory.toString()) + " descriptors");
        files.close();
        group.delete();
    }

    @Test
    void aSuspendedWalkHasGivenItsDecoderBackAndEndsWithItsTask() throws IOException {
        int[] held = {0};
        ValueDecoders decoders = new ValueDecoders(serializer) {
            @Override
            public ValueDecoder get() {
                return counted(held);
            }
        };
        SpillFiles files = new SpillFiles(disks, new org.apache.spark.serializer.SerializerManager(serializer, conf), instance(), decoders, new OpenWalks(new Counter()));
        GroupFile group = group(files, false);
        List<StreamedValues<Object>> walks = new ArrayList<>();
        for (int i = 0; i < WALKS; i++) {
            StreamedValues<Object> walk = group.walk();
            walk.next();
            walks.add(walk);
            assertTrue(held[0] <= OpenWalks.MOST + 1, held[0] + " decoders");
        }
        files.close();
        assertEquals(0, held[0], "decoders after the task");
        for (StreamedValues<Object> walk : List.of(walks.get(0), walks.get(WALKS - 1))) {
            assertThrows(UncheckedIOException.class, walk::next);
        }
        group.delete();
    }

    // A decoder that is counted until it gives its Kryo back.
    private ValueDecoder counted(int[] held) {
        held[0]++;
        org.apache.spark.serializer.KryoSerializerInstance counting =
                new org.apache.spark.serializer.KryoSerializerInstance(serializer, false, false) {
                    @Override
                    public void releaseKryo(Kryo kryo) {
                        held[0]--;
                        super.releaseKryo(kryo);
                    }
                };
        Kryo kryo = counting.borrowKryo();
        return new ValueDecoder(counting, kryo, new KryoFormat(false), PlainValues.of(kryo));
    }

    private static Callable<Void> inTurns(GroupFile group, int count) {
        return () -> {
            List<StreamedValues<Object>> walks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                walks.add(group.walk());
            }
            for (int value = 0; value < VALUES; value++) {
                for (StreamedValues<Object> walk : walks) {
                    assertEquals("value " + value, walk.next());
                }
            }
            for (StreamedValues<Object> walk : walks) {
                assertFalse(walk.hasNext());
            }
            return null;
        };
    }

    @Test
    void aWalkWhoseTaskHasEndedFailsAndDoesNotJustStop() throws IOException {
        SpillFiles files = newFiles();
        GroupFile group = group(files, false);
        StreamedValues<Object> begun = group.walk();
        StreamedValues<Object> notBegun = group.walk();
        assertEquals("value 0", begun.next());
        files.close();
        assertTrue(assertThrows(UncheckedIOException.class, begun::hasNext).getMessage().contains("after its task had ended"));
        assertThrows(UncheckedIOException.class, begun::next);
        assertThrows(UncheckedIOException.class, notBegun::hasNext);
        group.delete();
    }

    @Test
    void aWalkThatHoldsNothingYetHasNoDescriptor() throws IOException {
        SpillFiles files = newFiles();
        GroupFile group = group(files, true);
        StreamedValues<Object> walk = group.walk();
        assertEquals(0, descriptorsOf(directory.toString()));
        assertTrue(walk.hasNext());
        assertEquals(1, descriptorsOf(directory.toString()));
        files.close();
        group.delete();
        assertEquals("value 0", walk.next(), "a file that is open is read to its end though it is deleted");
    }
}
