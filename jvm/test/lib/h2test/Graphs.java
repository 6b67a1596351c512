// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Builds graphs whose content follows from size and seed. Every builder returns only the root: once its frame is gone no
 * stack slot, not even a dead one of the interpreter, points into the graph.
 */
public final class Graphs {
    /** The shapes every mode has to move. */
    public enum Shape { LIST, MAP, TREE, ROWS, RECORDS, NESTED, STRINGS }

    private Graphs() {}

    /** A graph of the shape with about {@code size} elements. */
    public static Object of(Shape shape, int size, long seed) {
        return switch (shape) {
            case LIST -> list(size, seed);
            case MAP -> map(new HashMap<>(), size, seed);
            case TREE -> map(new TreeMap<>(), size, seed);
            case ROWS -> array(size, i -> new int[] {i, (int) seed, i * 7});
            case RECORDS -> array(size, i -> Row.of(seed + i));
            case NESTED -> array(16, i -> array(size / 16, j -> new Node(seed ^ j, null, new long[j & 15])));
            case STRINGS -> array(size, i -> new String("s" + seed + "-" + i + ((i & 1) == 0 ? "" : "\u03c0")));
        };
    }

    /** A linked list of {@code size} nodes with a small payload each; longer than any recursion could follow. */
    public static Node list(int size, long seed) {
        Node head = null;
        for (int i = 0; i < size; i++) {
            head = new Node(seed + i, head, (i & 3) == 0 ? new int[] {i} : null);
        }
        return head;
    }

    /** An Object[] filled by the function. */
    public static Object[] array(int size, IntFunction<Object> element) {
        Object[] a = new Object[size];
        for (int i = 0; i < size; i++) {
            a[i] = element.apply(i);
        }
        return a;
    }

    /**
     * Small arrays that fill about nine tenths of so many regions of 1 MB. A label of less than three quarters of a region
     * shares regions with other labels, which then live and die together.
     */
    public static Object[] regions(int count) {
        return array(count * 900, i -> new byte[1000]);
    }

    private static Map<Long, Row> map(Map<Long, Row> map, int size, long seed) {
        for (int i = 0; i < size; i++) {
            map.put(seed * 1_000_003 + i, Row.of(seed + i));
        }
        return map;
    }
}
