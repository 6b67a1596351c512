// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Full GCs with cached data in H1 or in H2 beside other live objects in H1. The last {@code collections} full pauses of the
 * GC log are the measurement. Keys: mb, other-mb, place, collections.
 */
final class FullGc implements Experiment {
    @Override
    public Map<String, Number> run(Options options) {
        int megabytes = options.number("mb", 1024);
        Rows.Row[][] cached = Rows.build(megabytes);
        Rows.Row[][] other = Rows.build(options.number("other-mb", 500));
        if (options.inH2() && megabytes > 0) {
            SecondHeapBlocks.move(cached);
        }
        int collections = options.number("collections", 5);
        for (int i = 0; i < 2; i++) {
            System.gc(); // the first ones compact what building left behind
        }
        long start = System.nanoTime();
        for (int i = 0; i < collections; i++) {
            System.gc();
        }
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("collections", collections);
        values.put("mean_ms", (System.nanoTime() - start) / 1e6 / collections);
        values.put("check", Rows.scan(cached) - Rows.expected(cached.length) + Rows.scan(other) - Rows.expected(other.length));
        SecondHeapBlocks.statistics(values);
        return values;
    }
}
