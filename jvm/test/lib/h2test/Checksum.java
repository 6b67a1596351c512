// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.util.Arrays;
import java.util.Map;

/** Content checksum of the graphs of {@link Graphs}; independent of addresses, identity hashes and iteration order. */
public final class Checksum {
    private Checksum() {}

    /** The checksum of all that the object reaches; throws AssertionError at a class it does not know. */
    public static long of(Object o) {
        return switch (o) {
            case null -> 1;
            case Node n -> list(n);
            case Row r -> mix(mix(r.id(), r.tiny() + r.small()), mix(of(r.numbers()), mix((long) r.real(), of(r.name()))));
            case Object[] a -> array(a);
            case Map<?, ?> m -> map(m);
            case int[] a -> Arrays.hashCode(a);
            case long[] a -> Arrays.hashCode(a);
            case byte[] a -> Arrays.hashCode(a);
            case double[] a -> Arrays.hashCode(a);
            case String s -> s.hashCode();
            case Number n -> n.longValue();
            default -> throw new AssertionError("corrupted graph: found a " + o.getClass());
        };
    }

    private static long list(Node head) {
        long sum = 2;
        for (Node n = head; n != null; n = n.next) {
            sum = mix(sum, mix(n.value, of(n.any)));
        }
        return sum;
    }

    private static long array(Object[] a) {
        long sum = a.length;
        for (Object o : a) {
            sum = mix(sum, of(o));
        }
        return sum;
    }

    private static long map(Map<?, ?> m) {
        long sum = m.size();
        for (Map.Entry<?, ?> e : m.entrySet()) {
            sum += mix(of(e.getKey()), of(e.getValue()));
        }
        return sum;
    }

    private static long mix(long a, long b) {
        return (a * 31 + b) * 0x9E3779B97F4A7C15L;
    }
}
