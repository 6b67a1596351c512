// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import dev.spillway.SecondHeap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Many small labels: how much of the handed-out regions holds no object, and what comes back when labels die.
 * Keys: labels, kb (of each label), drop (percent of the labels that die).
 */
final class Labels implements Experiment {
    @Override
    public Map<String, Number> run(Options options) {
        int labels = options.number("labels", 1000);
        int rows = Math.max(1, (options.number("kb", 1024) << 10) / Rows.ROW_BYTES);
        Rows.Row[][] data = new Rows.Row[labels][];
        for (int label = 0; label < labels; label++) {
            data[label] = new Rows.Row[rows];
            for (int i = 0; i < rows; i++) {
                data[label][i] = new Rows.Row(i);
            }
            SecondHeap.tagRoot(data[label], label);
        }
        SecondHeap.moveNow();
        Map<String, Number> values = new LinkedHashMap<>();
        SecondHeapBlocks.statistics(values);
        int dead = labels * options.number("drop", 50) / 100;
        for (int label = 0; label < dead; label++) {
            data[label] = null;
        }
        System.gc();
        values.put("dead_labels", dead);
        values.put("regions_used_after", SecondHeap.statistics().regionsUsed());
        values.put("used_bytes_after", SecondHeap.statistics().usedBytes());
        long sum = 0;
        for (int label = dead; label < labels; label++) {
            sum += data[label][rows - 1].key;
        }
        values.put("check", sum - (long) (labels - dead) * (rows - 1));
        return values;
    }
}
