// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Young GCs while so much data is in H2, of which so much is dirty: before every young GC one row on each card of the
 * dirty part gets a reference to a young object. The last {@code collections} young pauses of the GC log are the
 * measurement. Keys: mb, dirty-mb, place, collections, young-mb (what to allocate for one young GC: the size of eden).
 */
final class YoungGc implements Experiment {
    private static final int CARD_BYTES = 512;

    @Override
    public Map<String, Number> run(Options options) {
        Rows.Row[][] cached = Rows.build(options.number("mb", 1024));
        if (options.inH2()) {
            SecondHeapBlocks.move(cached);
        }
        int dirtyBlocks = Math.min(cached.length, options.number("dirty-mb", 0) / 4);
        int collections = options.number("collections", 20);
        long allocate = (long) options.number("young-mb", 64) << 20;
        for (int i = 0; i < collections + 3; i++) { // three more, because the first ones still promote
            dirty(cached, dirtyBlocks);
            Garbage.allocate(allocate);
        }
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("collections", collections);
        values.put("check", Rows.scan(cached) - Rows.expected(cached.length));
        SecondHeapBlocks.statistics(values);
        return values;
    }

    private static void dirty(Rows.Row[][] blocks, int count) {
        int step = Math.max(1, CARD_BYTES / Rows.ROW_BYTES);
        for (int b = 0; b < count; b++) {
            for (int i = 0; i < blocks[b].length; i += step) {
                blocks[b][i].other = new Object();
            }
        }
    }
}
