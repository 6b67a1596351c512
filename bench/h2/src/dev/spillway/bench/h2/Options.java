// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.HashMap;
import java.util.Map;

/** The {@code --key value} pairs of the command line. */
record Options(Map<String, String> values) {

    /** Reads the words after the first one; a key without a value is an error that names it. */
    static Options parse(String[] words) {
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < words.length; i += 2) {
            if (!words[i].startsWith("--") || i + 1 == words.length) {
                throw new IllegalArgumentException("expected --key value, got: " + words[i]);
            }
            values.put(words[i].substring(2), words[i + 1]);
        }
        return new Options(values);
    }

    int number(String key, int otherwise) {
        return Integer.parseInt(values.getOrDefault(key, Integer.toString(otherwise)));
    }

    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("--" + key + " is missing");
        }
        return value;
    }

    /** Whether the data are to be in H2 ({@code --place h2}); in H1 otherwise. */
    boolean inH2() {
        return values.getOrDefault("place", "h1").equals("h2");
    }
}
