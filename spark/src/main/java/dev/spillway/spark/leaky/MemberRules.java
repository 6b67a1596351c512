// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.MapSerializer;

/**
 * Where values end that have others as members, and small ones that are mostly members: tuples, options, collections, singletons, enums, decimals, dates
 * and times. Nobody relies on these rules before the map side has found that they lead to a value's end.
 */
final class MemberRules {
    private static final String CHILL = "com.twitter.chill.";
    private static final int MOST_MEMBERS = 4;

    private MemberRules() {}

    /**
     * The rule of a serializer, or null if there is none.
     *
     * @param serializer name of its class
     * @param member skips a class and an object of it, or null
     */
    static PlainRule of(String serializer, PlainRule member) {
        int members = members(serializer);
        if (members > 0) {
            return input -> skipAll(input, members, member);
        } else if (is(serializer, CollectionSerializer.class)) {
            return input -> skipAll(input, input.readVarInt(true), member);
        } else if (is(serializer, MapSerializer.class)) {
            return input -> skipAll(input, 2L * input.readInt(true), member);
        } else if (serializer.equals(CHILL + "TraversableSerializer")) {
            return input -> skipAll(input, input.readInt(true), member);
        }
        return small(serializer);
    }

    // How many a serializer writes one after the other as any objects, 0 if it does not do that.
    private static int members(String serializer) {
        for (int members = 2; members <= MOST_MEMBERS; members++) {
            if (serializer.equals(CHILL + "Tuple" + members + "Serializer")) {
                return members;
            }
        }
        return serializer.equals(CHILL + "SomeSerializer") || serializer.equals(CHILL + "LeftSerializer")
                || serializer.equals(CHILL + "RightSerializer") ? 1 : 0;
    }

    private static PlainRule small(String serializer) {
        if (serializer.equals(CHILL + "ObjectSerializer") || serializer.equals(CHILL + "SingletonSerializer")) {
            return input -> true;
        } else if (is(serializer, DefaultSerializers.EnumSerializer.class)) {
            return input -> input.readVarInt(true) >= 0;
        } else if (is(serializer, DefaultSerializers.BigIntegerSerializer.class)) {
            return input -> PlainRules.skip(input, PlainRules.elements(input));
        } else if (is(serializer, DefaultSerializers.BigDecimalSerializer.class)) {
            return MemberRules::skipDecimal;
        }
        return TimeRules.of(serializer);
    }

    private static boolean is(String serializer, Class<?> known) {
        return PlainRules.is(serializer, known);
    }

    private static boolean skipAll(Input input, long members, PlainRule member) {
        for (long left = members; left > 0; left--) {
            if (!member.skip(input)) {
                return false;
            }
        }
        return true;
    }

    // Its digits in bytes, one more than there are first, then its scale; 0 alone is null.
    private static boolean skipDecimal(Input input) {
        int bytes = input.readVarInt(true) - 1;
        return bytes < 0 || PlainRules.skip(input, bytes) && PlainRules.skipInt(input);
    }
}
