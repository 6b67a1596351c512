// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A fixed amount of ordinary work over live data: allocation, reference stores, hashing, young collections, some full
 * ones. Its time shows what a JVM costs whose H2 is on but empty. Keys: mb (live data), steps, collections.
 */
final class Churn implements Experiment {
    @Override
    public Map<String, Number> run(Options options) {
        Rows.Row[][] live = Rows.build(options.number("mb", 256));
        int steps = options.number("steps", 20_000_000);
        work(live, steps / 10);
        long start = System.nanoTime();
        long sum = work(live, steps);
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("work_ms", (System.nanoTime() - start) / 1e6);
        int collections = options.number("collections", 5);
        System.gc();
        start = System.nanoTime();
        for (int i = 0; i < collections; i++) {
            System.gc();
        }
        values.put("full_gc_ms", (System.nanoTime() - start) / 1e6 / Math.max(1, collections));
        values.put("sum", sum);
        return values;
    }

    private static long work(Rows.Row[][] live, int steps) {
        SplittableRandom random = new SplittableRandom(7);
        Map<Integer, Object> map = new HashMap<>();
        long sum = 0;
        for (int i = 0; i < steps; i++) {
            Rows.Row row = live[random.nextInt(live.length)][random.nextInt(Rows.BLOCK_ROWS)];
            row.other = new int[] {i}; // an old object points to a young one: the barrier and the card scan
            map.put(i & 0xffff, row.other);
            sum += row.key;
        }
        return sum + map.size();
    }
}
