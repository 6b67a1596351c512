// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import dev.spillway.SecondHeap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Labels of log-normal sizes, as cached partitions have, of which a random half dies: how much garbage stays because a region
 * is freed only as a whole (TeraHeap paper, Figure 9). Keys: mb (of all labels), median-kb (of a label), sigma-percent, seed.
 */
final class Dying implements Experiment {
    @Override
    public Map<String, Number> run(Options options) {
        Random random = new Random(options.number("seed", 42));
        double median = options.number("median-kb", 1024) * 1024.0 / Rows.ROW_BYTES;
        double sigma = options.number("sigma-percent", 150) / 100.0;
        long wanted = ((long) options.number("mb", 1024) << 20) / Rows.ROW_BYTES;
        List<Rows.Row[]> data = new ArrayList<>();
        long rows = 0;
        while (rows < wanted) {
            // No label is larger than an eighth of the data, so that one draw does not decide the result.
            int size = (int) Math.max(1, Math.min(wanted / 8, median * Math.exp(sigma * random.nextGaussian())));
            Rows.Row[] label = new Rows.Row[size];
            for (int i = 0; i < size; i++) {
                label[i] = new Rows.Row(i);
            }
            SecondHeap.tagRoot(label, data.size());
            data.add(label);
            rows += size;
        }
        SecondHeap.moveNow();
        Map<String, Number> values = new LinkedHashMap<>();
        SecondHeapBlocks.statistics(values);
        long live = 0;
        for (int i = 0; i < data.size(); i++) {
            if (random.nextBoolean()) {
                data.set(i, null);
            } else {
                live += data.get(i).length;
            }
        }
        System.gc();
        values.put("labels", data.size());
        values.put("live_share", live / (double) rows);
        values.put("regions_used_after", SecondHeap.statistics().regionsUsed());
        values.put("used_bytes_after", SecondHeap.statistics().usedBytes());
        long wrong = 0;
        for (Rows.Row[] label : data) {
            wrong += label == null ? 0 : label[label.length - 1].key - (label.length - 1);
        }
        values.put("check", wrong);
        return values;
    }
}
