// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import dev.spillway.SecondHeap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Caches block after block while other objects come and go, as a framework does. With {@code --hint 1} each block's label
 * may move at once, with {@code --hint 0} it is only tagged and moves when H1 is above the high threshold. Every block is
 * written to for a while after it was cached ({@code --settle} blocks), as if it was not finished yet.
 * At the end everything is read {@code scans} times. Keys: mb, place, hint, garbage-mb (allocated per block), settle, scans.
 */
final class Stream implements Experiment {
    @Override
    public Map<String, Number> run(Options options) {
        Rows.Row[][] cached = new Rows.Row[Rows.blocks(options.number("mb", 1024))][];
        boolean hint = options.number("hint", 1) == 1;
        int settle = options.number("settle", 4);
        long garbage = (long) options.number("garbage-mb", 16) << 20;
        long start = System.nanoTime();
        for (int i = 0; i < cached.length; i++) {
            cached[i] = Rows.block(i);
            if (options.inH2()) {
                SecondHeap.tagRoot(cached[i], i);
                if (hint && i >= settle) {
                    SecondHeap.move(i - settle);
                }
            }
            for (int b = Math.max(0, i - settle); b <= i; b++) {
                for (Rows.Row row : cached[b]) {
                    row.values[3]++;
                }
            }
            Garbage.allocate(garbage);
        }
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("wall_ms", (System.nanoTime() - start) / 1e6);
        int scans = options.number("scans", 0);
        start = System.nanoTime();
        long wrong = 0;
        for (int i = 0; i < scans; i++) {
            wrong += Rows.scan(cached) - Rows.expected(cached.length);
        }
        values.put("scan_ms", (System.nanoTime() - start) / 1e6 / Math.max(1, scans));
        values.put("check", wrong + Rows.scan(cached) - Rows.expected(cached.length));
        SecondHeapBlocks.statistics(values);
        return values;
    }
}
