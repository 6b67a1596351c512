// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Reads cached data in H1 or H2: cold once (after the pages of H2 were reclaimed, which needs a memory cgroup of its own), then warm several times in order and
 * at random. Keys: mb, place, passes, reads (random ones), cold (1: try the cold scan).
 */
final class Access implements Experiment {
    @Override
    public Map<String, Number> run(Options options) throws Exception {
        Rows.Row[][] cached = Rows.build(options.number("mb", 1024));
        Map<String, Number> values = new LinkedHashMap<>();
        if (options.inH2()) {
            SecondHeapBlocks.move(cached);
        } else {
            System.gc(); // the same order of objects as a compaction leaves
        }
        if (options.number("cold", 0) == 1 && PageCache.reclaim()) {
            long read = PageCache.readBytes();
            values.put("cold_scan_ms", time(() -> Rows.scan(cached)));
            values.put("cold_read_bytes", PageCache.readBytes() - read);
        }
        Rows.scan(cached); // the compiler and the page tables
        int passes = options.number("passes", 5);
        double best = Double.MAX_VALUE;
        for (int i = 0; i < passes; i++) {
            best = Math.min(best, time(() -> Rows.scan(cached)));
        }
        values.put("scan_ms", best);
        int reads = options.number("reads", 2_000_000);
        random(cached, reads);
        values.put("random_ns", time(() -> random(cached, reads)) * 1e6 / reads);
        values.put("check", Rows.scan(cached) - Rows.expected(cached.length));
        SecondHeapBlocks.statistics(values);
        return values;
    }

    private static long random(Rows.Row[][] blocks, int reads) {
        SplittableRandom random = new SplittableRandom(42);
        long sum = 0;
        for (int i = 0; i < reads; i++) {
            Rows.Row row = blocks[random.nextInt(blocks.length)][random.nextInt(Rows.BLOCK_ROWS)];
            sum += row.key + row.values[2];
        }
        return sum;
    }

    private static double time(LongSupplier body) {
        long start = System.nanoTime();
        long result = body.getAsLong();
        double ms = (System.nanoTime() - start) / 1e6;
        if (result == Long.MIN_VALUE) {
            System.err.println(result);      // keeps the compiler from dropping the work
        }
        return ms;
    }
}
