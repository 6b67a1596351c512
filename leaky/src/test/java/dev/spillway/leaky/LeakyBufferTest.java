// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LeakyBufferTest {
    @Test
    void aProgramOfItsOwnSortsByWhatItExtracts() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (String text : List.of("pear", "fig", "banana", "kiwi")) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            out.writeShort(encoded.length);
            out.write(encoded);
        }
        // Control information is the length; the text itself stays in the buffer.
        LeakyBuffer<DataInputStream, Integer> buffer = new LeakyBuffer<>(LeakyBufferTest::nextText, 1, MemoryBudget.UNLIMITED);
        TreeMap<Integer, Integer> byLength = new TreeMap<>();
        assertTrue(buffer.fill(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
                length -> byLength.computeIfAbsent(length, l -> buffer.newList())));
        StringBuilder sorted = new StringBuilder();
        for (int list : byLength.values()) {
            for (Contents c = buffer.contents(list); c.next(); ) {
                sorted.append(new String(c.bytes(), c.offset(), c.length(), StandardCharsets.UTF_8)).append(' ');
            }
        }
        assertEquals("fig pear kiwi banana ", sorted.toString());
    }

    private static boolean nextText(DataInputStream in, Record<Integer> into) throws IOException {
        if (in.available() == 0) {
            return false;
        }
        byte[] text = in.readNBytes(in.readShort());
        into.set(text.length, 0, text, 0, text.length);
        return true;
    }

    @Test
    void theLastRecordsBytesAreNotHeldAfterTheEndOfTheInput() throws IOException {
        LeakyBuffer<Object, Object> buffer = new LeakyBuffer<>(giving(null), 1, MemoryBudget.UNLIMITED);
        WeakReference<byte[]> window = fillOnce(buffer);
        System.gc();
        assertTrue(window.get() == null, "the extractor's buffer may be as large as its largest value");
        assertEquals(1, buffer.records());
    }

    @Test
    void anInputAfterTheEndOfAnotherIsTaken() throws IOException {
        LeakyBuffer<int[], Object> buffer = new LeakyBuffer<>((left, into) -> {
            into.set("k", 0, new byte[300], 0, left[0] % 300);
            return left[0]-- > 0;
        }, 1, MemoryBudget.UNLIMITED);
        int list = buffer.newList();
        assertTrue(buffer.fill(new int[] {200}, key -> list));
        assertTrue(buffer.fill(new int[] {200}, key -> list));
        assertEquals(400, buffer.records());
    }

    private static WeakReference<byte[]> fillOnce(LeakyBuffer<Object, Object> buffer) throws IOException {
        byte[][] next = {new byte[4 << 20]};
        WeakReference<byte[]> window = new WeakReference<>(next[0]);
        int list = buffer.newList();
        buffer.fill(next, key -> list);
        return window;
    }

    // Its input is an array whose only element is taken once.
    private static ControlExtractor<Object, Object> giving(Object key) {
        return (input, into) -> {
            byte[][] next = (byte[][]) input;
            byte[] bytes = next[0];
            next[0] = null;
            if (bytes != null) {
                into.set(key, 0, bytes, 0, bytes.length);
            }
            return bytes != null;
        };
    }

    @Test
    void anEmptyListHasNoContents() {
        LeakyBuffer<Object, Object> buffer = new LeakyBuffer<>((in, into) -> false, 1, MemoryBudget.UNLIMITED);
        assertFalse(buffer.contents(buffer.newList()).next());
    }

    @Test
    void withoutATagThereIsNoBuffer() {
        assertThrows(IllegalArgumentException.class, () -> new LeakyBuffer<>((in, into) -> false, 0, MemoryBudget.UNLIMITED));
    }

    /** It took the bytes of another list with it. */
    @Test
    void aListThatThereIsNotIsRefused() {
        LeakyBuffer<java.util.Iterator<Pair>, Object> buffer = new LeakyBuffer<>(Pair.EXTRACTOR, 1, MemoryBudget.UNLIMITED);
        buffer.newList();
        for (int list : new int[] {1, 5, -2}) {
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.fill(List.of(new Pair("k", 0, new byte[10])).iterator(), key -> list));
        }
        assertTrue(buffer.isEmpty(0));
    }

    /** It was read as another length. */
    @Test
    void aTagThatThereIsNotIsRefused() {
        for (int tag : new int[] {-1, 2}) {
            LeakyBuffer<java.util.Iterator<Pair>, Object> buffer = new LeakyBuffer<>(Pair.EXTRACTOR, 2, MemoryBudget.UNLIMITED);
            int list = buffer.newList();
            assertThrows(IllegalArgumentException.class, () -> buffer.fill(List.of(new Pair("k", tag, new byte[10])).iterator(), key -> list));
            assertTrue(buffer.isEmpty(list));
        }
    }

    @Test
    void aBufferThatWasClearedHoldsNoRecordAnyMore() throws IOException, InterruptedException {
        LeakyBuffer<java.util.Iterator<Pair>, Object> buffer = new LeakyBuffer<>(Pair.EXTRACTOR, 1, MemoryBudget.UNLIMITED);
        WeakReference<byte[]> last = fillOne(buffer);
        buffer.clear();
        for (int tries = 0; tries < 100 && last.get() != null; tries++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(last.get());
        assertEquals(0, buffer.lists());
    }

    private static WeakReference<byte[]> fillOne(LeakyBuffer<java.util.Iterator<Pair>, Object> buffer) throws IOException {
        byte[] value = new byte[1000];
        assertTrue(buffer.fill(List.of(new Pair("k", 0, value)).iterator(), key -> buffer.newList()));
        return new WeakReference<>(value);
    }

    @Test
    void anExtractorThatHasSaidTheEndIsNotAskedAgain() throws IOException {
        // It would begin anew, as one that reads group after group does.
        ControlExtractor<int[], String> threeThenAnew = (left, into) -> {
            into.set("k", 0, new byte[] {(byte) left[0]}, 0, 1);
            return --left[0] % 4 != 0;
        };
        LeakyBuffer<int[], String> buffer = new LeakyBuffer<>(threeThenAnew, 1, MemoryBudget.UNLIMITED);
        int list = buffer.newList();
        int[] left = {400};
        for (int call = 1; call <= 3; call++) {
            assertTrue(buffer.fill(left, key -> list));
            assertEquals(3L * call, buffer.records(), "three records in each call");
        }
    }

    @Test
    void recordsTakenAheadKeepTheirBytes() throws IOException {
        byte[] reused = new byte[5_000];
        ControlExtractor<int[], String> extractor = (left, into) -> {
            int length = left[0] % 7 == 0 ? 5_000 : left[0] % 7;
            Arrays.fill(reused, (byte) left[0]);
            into.set("k", 0, reused, 0, length);
            return left[0]-- > 0;
        };
        LeakyBuffer<int[], String> buffer = new LeakyBuffer<>(extractor, 1, MemoryBudget.UNLIMITED);
        int list = buffer.newList();
        assertTrue(buffer.fill(new int[] {1000}, key -> list));
        Contents contents = buffer.contents(list);
        for (int number = 1000; number > 0; number--) {
            assertTrue(contents.next());
            byte[] bytes = Arrays.copyOfRange(contents.bytes(), contents.offset(), contents.offset() + contents.length());
            byte[] expected = new byte[number % 7 == 0 ? 5_000 : number % 7];
            Arrays.fill(expected, (byte) number);
            assertArrayEquals(expected, bytes, "record " + number);
        }
        assertFalse(contents.next());
    }

    @Test
    void aRecordThatDoesNotFitIsTakenByTheNextCall() throws IOException {
        CountingBudget budget = new CountingBudget(0);
        LeakyBuffer<java.util.Iterator<Pair>, Object> buffer = new LeakyBuffer<>(Pair.EXTRACTOR, 1, budget);
        java.util.Iterator<Pair> one = List.of(new Pair("k", 0, new byte[] {7})).iterator();
        assertFalse(buffer.fill(one, key -> buffer.newList()));
        assertFalse(one.hasNext(), "it was read");
        assertFalse(buffer.fill(one, key -> buffer.newList()), "and is still waiting");
        assertEquals(0, buffer.records());
    }
}
