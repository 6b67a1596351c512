// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.util.Util;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which values need no length before them, because Kryo's bytes of them tell where they end: strings, primitives, arrays of
 * numbers and small tuples of these. What Kryo writes first of a value is a number for its class. Such numbers of plain
 * values are told apart from lengths by not being used for any: lengths take the other numbers in turn.
 */
final class PlainValues {
    // Numbers of classes from here on take two bytes, as none of those looked for does unless a program registers many classes.
    private static final int NUMBERS = 128;
    // What Kryo adds to the id of a class: 0 is null and 1 a class given by name.
    private static final int FIRST_ID = 2;

    private final PlainRule[] rules = new PlainRule[NUMBERS];
    private final PlainReader[] readers = new PlainReader[NUMBERS];
    private final boolean[] nested = new boolean[NUMBERS];
    private final int[] plain;

    private PlainValues(Kryo kryo) {
        rules[0] = input -> true;
        for (int id = 0; id < NUMBERS - FIRST_ID; id++) {
            Registration registration = kryo.getRegistration(id);
            if (registration != null) {
                add(kryo, id + FIRST_ID, registration);
            }
        }
        plain = IntStream.range(0, NUMBERS).filter(number -> rules[number] != null).toArray();
    }

    /** The plain values of serializers configured alike. */
    static PlainValues of(Kryo kryo) {
        return new PlainValues(kryo);
    }

    private void add(Kryo kryo, int number, Registration registration) {
        String serializer = registration.getSerializer().getClass().getName();
        PlainRule rule = PlainRules.of(serializer, registration.getType());
        int members = rule == null ? PlainRules.tupleMembers(serializer) : 0;
        if (members > 0) {
            nested[number] = true;
            rule = input -> skipMembers(input, members);
        }
        boolean referable = rule != null && isReferable(kryo, registration.getType());
        rules[number] = referable ? PlainRules.referable(rule) : rule;
        PlainReader reader = PlainReader.of(serializer);
        readers[number] = reader != null && referable ? PlainReader.referable(reader) : reader;
    }

    private static boolean isReferable(Kryo kryo, Class<?> type) {
        return kryo.getReferences()
                && kryo.getReferenceResolver().useReferences(type.isPrimitive() ? Util.getWrapperClass(type) : type);
    }

    private boolean skipMembers(Input input, int members) {
        for (int i = 0; i < members; i++) {
            int number = peek(input);
            if (!isPlain(number) || !skip(number, input)) {
                return false;
            }
        }
        return true;
    }

    private boolean isPlain(int number) {
        return number >= 0 && rules[number] != null;
    }

    private boolean skip(int number, Input input) {
        input.readByte();
        return rules[number].skip(input);
    }

    // The next byte, negative if it is not all of a number.
    private static int peek(Input input) {
        int number = input.readByte();
        input.setPosition(input.position() - 1);
        return number;
    }

    /** Whether the value in a buffer ends where its bytes say; the buffer may be changed by nobody meanwhile. */
    boolean isPlain(byte[] value, int length, Input scratch) {
        int number = value[0];
        if (!isPlain(number) || !nested[number]) {
            return isPlain(number);
        }
        scratch.setBuffer(value, 0, length);
        return skip(number, scratch);
    }

    /** Skips a plain value and answers true; or false before a length, or any value but a plain one without members. */
    boolean skipIfPlain(Input input, boolean tuples) {
        int number = peek(input);
        if (!isPlain(number) || nested[number] && !tuples) {
            return false;
        }
        if (!skip(number, input)) {
            throw new IllegalStateException("a tuple that needs a length has none: the map side had another Kryo or another Spillway");
        }
        return true;
    }

    /** Reads a value or key of any class; the plainest ones without Kryo. */
    Object read(Kryo kryo, Input input) {
        int number = peek(input);
        PlainReader reader = number < 0 ? null : readers[number];
        if (reader == null) {
            return kryo.readClassAndObject(input);
        }
        input.readByte();
        return reader.read(input);
    }

    /** Whether a plain value is next, and not a length. */
    boolean isNext(Input input) {
        return isPlain(peek(input));
    }

    /** The number that stands for a length. */
    int numberOf(int length) {
        int number = length;
        for (int i = 0; i < plain.length && plain[i] <= number; i++) {
            number++;
        }
        return number;
    }

    /** The length a number stands for. */
    int lengthOf(int number) {
        int smaller = Arrays.binarySearch(plain, number);
        return number - (smaller < 0 ? -smaller - 1 : smaller);
    }
}
