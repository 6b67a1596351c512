// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.DefaultArraySerializers;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;

/** Where values end that Kryo's own serializers, and Chill's of tuples, have written. Others may write anything. */
final class PlainRules {
    private static final String CHILL = "com.twitter.chill.Tuple";
    // What Kryo writes for an object that comes for the first time; other numbers refer to one that has come.
    private static final int NOT_SEEN = 1;

    private PlainRules() {}

    /**
     * The rule of a serializer, or null if there is none.
     *
     * @param serializer name of its class
     * @param type what it writes
     */
    static PlainRule of(String serializer, Class<?> type) {
        PlainRule scalar = scalar(serializer);
        PlainRule known = scalar != null ? scalar : array(serializer);
        return known != null ? known : specializedTuple(serializer, type.getName());
    }

    private static PlainRule scalar(String serializer) {
        if (is(serializer, DefaultSerializers.StringSerializer.class)) {
            return PlainRules::skipString;
        } else if (is(serializer, DefaultSerializers.IntSerializer.class)) {
            return PlainRules::skipInt;
        } else if (is(serializer, DefaultSerializers.LongSerializer.class)) {
            return PlainRules::skipLong;
        }
        int bytes = is(serializer, DefaultSerializers.DoubleSerializer.class) ? Double.BYTES
                : is(serializer, DefaultSerializers.FloatSerializer.class) ? Float.BYTES
                : is(serializer, DefaultSerializers.ShortSerializer.class) ? Short.BYTES
                : is(serializer, DefaultSerializers.CharSerializer.class) ? Character.BYTES
                : is(serializer, DefaultSerializers.ByteSerializer.class) ? Byte.BYTES
                : is(serializer, DefaultSerializers.BooleanSerializer.class) ? 1 : 0;
        return bytes == 0 ? null : input -> skip(input, bytes);
    }

    private static PlainRule array(String serializer) {
        if (is(serializer, DefaultArraySerializers.IntArraySerializer.class)) {
            return all(PlainRules::skipInt);
        } else if (is(serializer, DefaultArraySerializers.LongArraySerializer.class)) {
            return all(PlainRules::skipLong);
        }
        int bytes = is(serializer, DefaultArraySerializers.DoubleArraySerializer.class) ? Double.BYTES
                : is(serializer, DefaultArraySerializers.FloatArraySerializer.class) ? Float.BYTES
                : is(serializer, DefaultArraySerializers.ByteArraySerializer.class) ? Byte.BYTES : 0;
        return bytes == 0 ? null : input -> skip(input, (long) bytes * elements(input));
    }

    static boolean is(String serializer, Class<?> known) {
        return serializer.equals(known.getName());
    }

    static boolean skip(Input input, long bytes) {
        input.skip(bytes);
        return true;
    }

    // Of four bytes or fewer, as the input knows.
    static boolean skipInt(Input input) {
        input.readInt(false);
        return true;
    }

    static boolean skipLong(Input input) {
        input.readLong(false);
        return true;
    }

    /** The rule of an array whose elements follow its length. */
    static PlainRule all(PlainRule element) {
        return input -> {
            for (int left = elements(input); left > 0; left--) {
                if (!element.skip(input)) {
                    return false;
                }
            }
            return true;
        };
    }

    // One more than there are is what Kryo writes, and 0 for no array.
    static int elements(Input input) {
        return Math.max(0, input.readVarInt(true) - 1);
    }

    // Chill writes the members of Scala's tuples of two numbers as they are in memory; their letters are those of class files.
    private static PlainRule specializedTuple(String serializer, String type) {
        int letters = type.indexOf("$mc");
        if (letters < 0 || !type.startsWith("scala.Tuple2") || !serializer.startsWith(CHILL + "2")) {
            return null;
        }
        int count = 0;
        for (char letter : type.substring(letters + 3, type.lastIndexOf("$sp")).toCharArray()) {
            count += letter == 'I' ? Integer.BYTES : Long.BYTES;
        }
        int bytes = count;
        return input -> skip(input, bytes);
    }

    /** The rule of a class whose objects Kryo writes once and then refers to. */
    static PlainRule referable(PlainRule rule) {
        return input -> input.readVarInt(true) != NOT_SEEN || rule.skip(input);
    }

    // The last byte of a string of ASCII has the upper bit set. Others have it in the first, in the number of their
    // characters plus one, of which the first byte holds six bits.
    static boolean skipString(Input input) {
        int first = input.readByte();
        if (first >= 0) {
            while (input.readByte() >= 0) { }
            return true;
        }
        int count = first & 0x3f;
        if ((first & 0x40) != 0) {
            int b;
            int shift = 6;
            do {
                b = input.readByte();
                count |= (b & 0x7f) << shift;
                shift += 7;
            } while (b < 0 && shift < Integer.SIZE);
        }
        for (int left = count; left > 1; left--) {
            skipCharacter(input);
        }
        return true;
    }

    private static void skipCharacter(Input input) {
        int first = input.readByte() & 0xff;
        if (first >= 0xe0) {
            input.skip(2);
        } else if (first >= 0x80) {
            input.skip(1);
        }
    }
}
