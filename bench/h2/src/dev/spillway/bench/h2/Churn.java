// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A fixed amount of ordinary work over live data: allocation, reference stores, hashing, young collections, some full
 * ones. Their medians show what a JVM costs whose H2 is on but empty. Keys: mb (live data), steps, collections.
 */
final class Churn implements Experiment {
    private static final int SLICES = 10;

    @Override
    public Map<String, Number> run(Options options) {
        Rows.Row[][] live = Rows.build(options.number("mb", 256));
        int slice = options.number("steps", 20_000_000) / SLICES;
        long[] sum = {work(live, 2 * slice)};
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("work_ms", SLICES * median(SLICES, () -> sum[0] += work(live, slice)));
        System.gc();
        values.put("full_gc_ms", median(options.number("collections", 5), System::gc));
        values.put("sum", sum[0]);
        return values;
    }

    /** Milliseconds: the machine may stall in one of them. */
    private static double median(int times, Runnable body) {
        double[] ms = new double[times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            body.run();
            ms[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(ms);
        return times == 0 ? 0 : (ms[times / 2] + ms[(times - 1) / 2]) / 2;
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
