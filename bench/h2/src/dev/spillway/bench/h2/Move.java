// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Moves data to H2 and reads them again. The moves and pauses of the GC log are the measurement, and by how much the
 * anonymous memory of the process falls by the next collection. Keys: mb.
 */
final class Move implements Experiment {
    @Override
    public Map<String, Number> run(Options options) throws IOException {
        Rows.Row[][] cached = Rows.build(options.number("mb", 1024));
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("anon_before_bytes", anonymousBytes());
        long start = System.nanoTime();
        SecondHeapBlocks.move(cached);
        values.put("wall_ms", (System.nanoTime() - start) / 1e6);
        System.gc();
        values.put("anon_after_bytes", anonymousBytes());
        values.put("check", Rows.scan(cached) - Rows.expected(cached.length));
        SecondHeapBlocks.statistics(values);
        return values;
    }

    private static long anonymousBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("RssAnon:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
            }
        }
        throw new IOException("/proc/self/status has no RssAnon");
    }
}
