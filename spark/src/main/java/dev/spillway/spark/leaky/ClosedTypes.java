// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import scala.Product;

/**
 * The values of which Kryo and Java's serializer make equal copies, whatever the program has configured: primitives, strings, arrays of
 * these, and Scala's tuples of all of them.
 */
final class ClosedTypes {
    private static final Set<Class<?>> SIMPLE = Set.of(
            String.class, Integer.class, Long.class, Double.class, Float.class, Short.class, Byte.class, Character.class, Boolean.class,
            int[].class, long[].class, double[].class, float[].class, short[].class, byte[].class, char[].class, boolean[].class, String[].class);
    private static final Set<String> NAMES = Stream.concat(SIMPLE.stream(),
            Stream.of(int.class, long.class, double.class, float.class, short.class, byte.class, char.class, boolean.class))
            .map(Class::getName).collect(Collectors.toUnmodifiableSet());
    private static final String TUPLES = "scala.Tuple";

    private ClosedTypes() {}

    /**
     * Whether objects of a type that a program states may be listed: a shuffle whose keys or values are of another one need not be read to know.
     *
     * @param name of the class, {@code java.lang.Object} where it is not known
     */
    static boolean mayHave(String name) {
        return name.equals("java.lang.Object") || name.startsWith(TUPLES) || NAMES.contains(name);
    }

    /** Whether it is one of them, or null. */
    static boolean contains(Object value) {
        return value == null || SIMPLE.contains(value.getClass()) || isTuple(value) && containsAll((Product) value);
    }

    // Those of two numbers have classes of their own in the same package.
    private static boolean isTuple(Object value) {
        return value instanceof Product && value.getClass().getName().startsWith(TUPLES);
    }

    private static boolean containsAll(Product tuple) {
        for (int i = 0; i < tuple.productArity(); i++) {
            if (!contains(tuple.productElement(i))) {
                return false;
            }
        }
        return true;
    }
}
