// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.spark.network.util.JavaUtils;

/** Parsers of configuration values. Each gives nothing for a text it does not accept. */
final class ConfigParsers {
    private ConfigParsers() {}

    static Optional<Boolean> bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** One of an enum's names, in any case. */
    static <E extends Enum<E>> Function<String, Optional<E>> word(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants()).filter(word -> word.name().equalsIgnoreCase(text)).findFirst();
    }

    static Function<String, Optional<Double>> fraction(double from, double to) {
        return text -> {
            try {
                double value = Double.parseDouble(text);
                return value >= from && value <= to ? Optional.of(value) : Optional.empty();
            } catch (NumberFormatException notANumber) {
                return Optional.empty();
            }
        };
    }

    static Function<String, Optional<Integer>> integer(int from, int to) {
        return text -> {
            try {
                int value = Integer.parseInt(text);
                return value >= from && value <= to ? Optional.of(value) : Optional.empty();
            } catch (NumberFormatException notANumber) {
                return Optional.empty();
            }
        };
    }

    /** Bytes as Spark writes them: 4m, 512k, 1g; a bare number is bytes. */
    static Function<String, Optional<Long>> bytes(long from, long to) {
        return text -> {
            try {
                long value = JavaUtils.byteStringAsBytes(text);
                return value >= from && value <= to ? Optional.of(value) : Optional.empty();
            } catch (IllegalArgumentException notASize) {
                return Optional.empty();
            }
        };
    }

    /** A comma-separated subset of the names, which may be empty. */
    static Function<String, Optional<Set<String>>> subset(Set<String> names) {
        return text -> {
            Set<String> chosen = new LinkedHashSet<>();
            Arrays.stream(text.split(",")).map(String::trim).filter(s -> !s.isEmpty()).forEach(chosen::add);
            return names.containsAll(chosen) ? Optional.of(Set.copyOf(chosen)) : Optional.empty();
        };
    }

    static Optional<Pattern> pattern(String text) {
        try {
            return Optional.of(Pattern.compile(text));
        } catch (PatternSyntaxException notAPattern) {
            return Optional.empty();
        }
    }
}
