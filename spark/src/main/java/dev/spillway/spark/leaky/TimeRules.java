// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;

/** Where dates and times end that Kryo's serializers (4.0, {@code TimeSerializers}) and Chill's of {@code java.sql} have written. */
final class TimeRules {
    private static final String KRYO = "com.esotericsoftware.kryo.serializers.TimeSerializers$";

    private TimeRules() {}

    /** The rule of a serializer, or null if there is none. */
    static PlainRule of(String serializer) {
        // By name: those of Kryo's dates are private.
        return switch (serializer) {
            case "com.esotericsoftware.kryo.serializers.DefaultSerializers$DateSerializer",
                    "com.twitter.chill.java.SqlDateSerializer", "com.twitter.chill.java.SqlTimeSerializer" -> TimeRules::skipSeconds;
            case "com.twitter.chill.java.TimestampSerializer", KRYO + "InstantSerializer" -> input -> skipSeconds(input) && skipNanoseconds(input);
            case KRYO + "DurationSerializer" -> input -> PlainRules.skip(input, Long.BYTES) && skipNanoseconds(input);
            case KRYO + "LocalDateSerializer" -> TimeRules::skipDate;
            case KRYO + "LocalTimeSerializer" -> TimeRules::skipTime;
            case KRYO + "LocalDateTimeSerializer" -> input -> skipDate(input) && skipTime(input);
            default -> null;
        };
    }

    private static boolean skipSeconds(Input input) {
        input.readLong(true);
        return true;
    }

    private static boolean skipNanoseconds(Input input) {
        input.readInt(true);
        return true;
    }

    // A year, and a byte each for month and day.
    private static boolean skipDate(Input input) {
        input.readInt(true);
        return PlainRules.skip(input, 2);
    }

    // Hour, minute and second, a byte each, then nanoseconds; what is zero at the end is left out, and the bits of the byte before it are inverted.
    private static boolean skipTime(Input input) {
        for (int part = 0; part < 3; part++) {
            if (input.readByte() < 0) {
                return true;
            }
        }
        return skipNanoseconds(input);
    }
}
