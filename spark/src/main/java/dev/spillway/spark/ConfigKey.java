// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.Optional;
import java.util.function.Function;

/**
 * One configuration key: everything its documentation says and its parser needs.
 *
 * @param name full key
 * @param type what kind of value it takes
 * @param unit unit of a number, or a dash
 * @param defaultText default as a user would write it
 * @param range legal values in words
 * @param scope where it may be set: application, or also session and job
 * @param consequence one sentence on what changing it does
 * @param parser gives the value, or nothing when the text is outside the range
 */
record ConfigKey<T>(
        String name,
        String type,
        String unit,
        String defaultText,
        String range,
        String scope,
        String consequence,
        Function<String, Optional<T>> parser) {

    /**
     * Parses a value.
     *
     * @throws IllegalArgumentException naming key, value and range
     */
    T parse(String text) {
        return parser.apply(text.trim()).orElseThrow(() -> refusal(text, range));
    }

    /** Names key and value, and a range that other settings may have made narrower. */
    IllegalArgumentException refusal(String text, String legal) {
        return new IllegalArgumentException(name + "=" + text + " is refused: it takes " + type + ", " + legal + " (default "
                + (defaultText.isEmpty() ? "empty" : defaultText) + ")");
    }

    T defaultValue() {
        return parse(defaultText);
    }
}
