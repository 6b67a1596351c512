// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Classes that are not registered: Kryo writes the name of one where it comes for the first time in a value, and then its place
 * among those names. Not thread-safe.
 */
final class NamedClasses {
    private final BiFunction<Kryo, Class<?>, PlainRule> rules;
    private final Map<String, Named> all = new HashMap<>();
    // Those of the value that is being skipped.
    private final List<Named> named = new ArrayList<>();
    // Mostly the next name is the same: its bytes are compared, and no string is made.
    private Named last;
    private Kryo kryo;

    private record Named(byte[] encoded, PlainRule rule) {}

    /**
     * Knows no names yet.
     *
     * @param rules the rule of a class, of all that comes after its name, or null
     */
    NamedClasses(BiFunction<Kryo, Class<?>, PlainRule> rules) {
        this.rules = rules;
    }

    /** Prepares for another value, of which a Kryo knows the classes. */
    void begin(Kryo kryo) {
        this.kryo = kryo;
        named.clear();
    }

    /** Skips a name, or what stands for it, and the object; false as soon as no rule is known. */
    boolean skip(Input input) {
        int place = input.readVarInt(true);
        if (place < 0 || place > named.size()) {
            return false;
        }
        if (place == named.size()) {
            named.add(next(input));
        }
        return named.get(place).rule.skip(input);
    }

    private Named next(Input input) {
        if (last == null || !skipIfNext(last.encoded, input)) {
            requireWhole(input);
            last = all.computeIfAbsent(String.valueOf(input.readString()), name -> new Named(encode(name), rule(name)));
        }
        return last;
    }

    // Where a rule was wrong there is no name, and what is there may tell of more characters than there are bytes: Kryo would make room for them.
    private static void requireWhole(Input input) {
        if (input.getInputStream() == null) {
            int from = input.position();
            PlainRules.skipString(input);
            input.setPosition(from);
        }
    }

    // Encoded names say where they end, so none is the beginning of another.
    private static boolean skipIfNext(byte[] encoded, Input input) {
        int from = input.position();
        int to = from + encoded.length;
        boolean next = to <= input.limit() && Arrays.equals(input.getBuffer(), from, to, encoded, 0, encoded.length);
        if (next) {
            input.setPosition(to);
        }
        return next;
    }

    private static byte[] encode(String name) {
        Output output = new Output(name.length() + 8, -1);
        output.writeString(name);
        return output.toBytes();
    }

    // A class that cannot be had here, or of which Kryo makes no serializer, keeps its length.
    private PlainRule rule(String name) {
        PlainRule rule;
        try {
            rule = rules.apply(kryo, find(name));
        } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
            rule = null;
        }
        return rule == null ? ObjectRules.NEVER : rule;
    }

    // Where Kryo looks for it.
    private Class<?> find(String name) throws ClassNotFoundException {
        try {
            return Class.forName(name, false, kryo.getClassLoader());
        } catch (ClassNotFoundException e) {
            return Class.forName(name, false, Kryo.class.getClassLoader());
        }
    }
}
