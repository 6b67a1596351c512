// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.util.Util;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.serializer.KryoSerializerInstance;

/**
 * Which values need no length before them, because Kryo's bytes of them tell where they end: strings, primitives, arrays of
 * numbers and strings, and small tuples, options, collections and objects of these. What Kryo writes first of a value is a number for its class. Such
 * numbers of plain values are told apart from lengths by not being used for any: lengths take the other numbers in turn. Several
 * threads may read, one may skip.
 */
final class PlainValues {
    // Numbers of classes from here on are not looked for. Those from 128 on take two bytes, as numbers of a program's own classes may.
    private static final int NUMBERS = 1024;
    // What Kryo adds to the id of a class: 0 is null and 1 a class given by name.
    private static final int FIRST_ID = 2;
    private static final int NAMED = 1;
    // Larger values with members keep their length: it is little beside them, and saves a look at each member.
    private static final int MOST_BYTES = 1000;
    // Of the many classes with members that these register only tuples and options count: the others would take small numbers from lengths.
    private static final String[] LIBRARIES = {"java.", "scala.", "com.twitter.chill.", "org.apache.spark."};
    private static final String[] COUNT = {"scala.Tuple", "scala.Some", "scala.None$"};

    private final ObjectRules objects = new ObjectRules(this::skipMember);
    private final NamedClasses named = new NamedClasses(this::ruleOf);
    private final PlainRule[] rules;
    private final PlainReader[] readers;
    private final boolean[] nested;
    // Whose rules are for members only.
    private final boolean[] inner;
    private final int[] plain;

    private PlainValues(Kryo kryo) {
        int[] ids = IntStream.range(0, NUMBERS - FIRST_ID).filter(id -> kryo.getRegistration(id) != null).toArray();
        int numbers = FIRST_ID + (ids.length == 0 ? 0 : ids[ids.length - 1] + 1);
        rules = new PlainRule[numbers];
        readers = new PlainReader[numbers];
        nested = new boolean[numbers];
        inner = new boolean[numbers];
        rules[0] = input -> true;
        rules[NAMED] = named::skip;
        nested[NAMED] = true;
        for (int id : ids) {
            add(kryo, id + FIRST_ID, kryo.getRegistration(id));
        }
        plain = IntStream.range(0, numbers).filter(this::isPlain).toArray();
    }

    /** The plain values of serializers configured alike. Looks at a thousand numbers, so streams of one instance share them. */
    static PlainValues of(Kryo kryo) {
        return new PlainValues(kryo);
    }

    /** The plain values of what an instance writes and reads. */
    static PlainValues of(KryoSerializerInstance serializer) {
        Kryo any = serializer.borrowKryo();
        try {
            return of(any);
        } finally {
            serializer.releaseKryo(any);
        }
    }

    private void add(Kryo kryo, int number, Registration registration) {
        String serializer = registration.getSerializer().getClass().getName();
        nested[number] = PlainRules.of(serializer, registration.getType()) == null;
        inner[number] = nested[number] && isLibrarys(registration.getType().getName());
        // Of libraries' classes Kryo may not even be able to find the fields.
        boolean doubtful = inner[number] && registration.getSerializer() instanceof FieldSerializer<?>;
        rules[number] = doubtful ? null : ruleOf(kryo, registration);
        PlainReader reader = PlainReader.of(serializer);
        readers[number] = reader != null && isReferable(kryo, registration.getType()) ? PlainReader.referable(reader) : reader;
    }

    private static boolean isLibrarys(String type) {
        return Stream.of(COUNT).noneMatch(type::startsWith) && Stream.of(LIBRARIES).anyMatch(type::startsWith);
    }

    private PlainRule ruleOf(Kryo kryo, Class<?> type) {
        return ruleOf(kryo, kryo.getRegistration(type));
    }

    // Of all that comes after the class, or null. Which it is follows from the class of the serializer alone: whether a number is a length may
    // not depend on what can be loaded here.
    private PlainRule ruleOf(Kryo kryo, Registration registration) {
        PlainRule rule = objects.of(kryo, registration);
        return rule != null && isReferable(kryo, registration.getType()) ? PlainRules.referable(rule) : rule;
    }

    private static boolean isReferable(Kryo kryo, Class<?> type) {
        return kryo.getReferences()
                && kryo.getReferenceResolver().useReferences(type.isPrimitive() ? Util.getWrapperClass(type) : type);
    }

    // Skips a class and an object of it; the class of a value, too.
    private boolean skipMember(Input input) {
        int number = input.readVarInt(true);
        return hasRule(number) && rules[number].skip(input);
    }

    private boolean hasRule(int number) {
        return number >= 0 && number < rules.length && rules[number] != null;
    }

    private boolean isPlain(int number) {
        return hasRule(number) && !inner[number];
    }

    // The next number, which stays where it is.
    private static int peek(Input input) {
        // Has it fetched all bytes of a number that takes several.
        input.canReadInt();
        int position = input.position();
        int number = input.readVarInt(true);
        input.setPosition(position);
        return number;
    }

    /** Whether the value in a buffer ends where its bytes say; the buffer may be changed by nobody meanwhile. */
    boolean isPlain(Kryo kryo, byte[] value, int length, Input scratch) {
        // Of one byte, or of two; the second is negative if there are more.
        int number = value[0] >= 0 ? value[0] : value[0] & 0x7f | value[1] << 7;
        if (!isPlain(number) || !nested[number]) {
            return isPlain(number);
        }
        return length <= MOST_BYTES && endsAt(length, kryo, value, scratch);
    }

    private boolean endsAt(int length, Kryo kryo, byte[] value, Input scratch) {
        scratch.setBuffer(value, 0, length);
        named.begin(kryo);
        try {
            return skipMember(scratch) && scratch.position() == length;
        } catch (RuntimeException e) {
            // It wanted more bytes than there are, or took some for the length of a name.
            return false;
        }
    }

    /** Skips a plain value and answers true; or false before a length, or any value but a plain one without members. */
    boolean skipIfPlain(Kryo kryo, Input input, boolean members) {
        int number = peek(input);
        if (!isPlain(number) || nested[number] && !members) {
            return false;
        }
        if (nested[number]) {
            named.begin(kryo);
        }
        if (!skipMember(input)) {
            throw new IllegalStateException("a value that needs a length has none: the map side had another Kryo, other classes or another Spillway");
        }
        return true;
    }

    /** Reads a value or key of any class; the plainest ones without Kryo. */
    Object read(Kryo kryo, Input input) {
        int number = input.readByte();
        PlainReader reader = number < 0 || number >= readers.length ? null : readers[number];
        if (reader == null) {
            input.setPosition(input.position() - 1);
            return kryo.readClassAndObject(input);
        }
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
