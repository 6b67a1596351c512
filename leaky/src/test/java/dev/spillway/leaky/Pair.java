// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Iterator;

/** A key and its contents, and the extractor that takes such pairs apart. */
record Pair(Object key, int tag, byte[] contents) {
    static final ControlExtractor<Iterator<Pair>, Object> EXTRACTOR = (input, into) -> {
        if (!input.hasNext()) {
            return false;
        }
        Pair pair = input.next();
        into.set(pair.key, pair.tag, pair.contents, 0, pair.contents.length);
        return true;
    };
}
