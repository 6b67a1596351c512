// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The spilled runs of a map. As soon as there are many of a tier they are merged into one of the next: however often a task
 * spills, the files that are open at its end are few, and each record is written again only once in a tier.
 */
final class RunTiers<K> {
    /** Runs of a tier that become one; each that is open takes some hundred kilobytes of buffers. */
    static final int FAN_IN = 32;

    private final SpillFiles files;
    private final int tags;
    private final TaskBudget budget;
    private final List<List<SpillFile>> tiers = new ArrayList<>();
    private int merges;

    RunTiers(SpillFiles files, int tags, TaskBudget budget) {
        this.budget = budget;
        this.files = files;
        this.tags = tags;
    }

    /**
     * Adds a run of the first tier.
     *
     * @throws IOException if runs cannot be merged; all files stay then
     */
    void add(SpillFile run) throws IOException {
        SpillFile carried = run;
        for (int tier = 0; carried != null; tier++) {
            if (tier == tiers.size()) {
                tiers.add(new ArrayList<>());
            }
            List<SpillFile> runs = tiers.get(tier);
            runs.add(carried);
            carried = runs.size() == FAN_IN ? merge(runs) : null;
        }
    }

    private SpillFile merge(List<SpillFile> runs) throws IOException {
        RunMerger<K> merger = new RunMerger<>(open(runs), tags, budget, files);
        SpillFile merged;
        try {
            merged = files.write(out -> {
                while (merger.next()) {
                    out.group(merger);
                }
            });
        } finally {
            merger.close();
        }
        runs.forEach(files::delete);
        runs.clear();
        merges++;
        return merged;
    }

    private List<Run<K>> open(List<SpillFile> runs) throws IOException {
        List<Run<K>> opened = new ArrayList<>();
        for (SpillFile run : runs) {
            opened.add(files.read(run));
        }
        return opened;
    }

    /** Readers of all runs. */
    List<Run<K>> openAll() throws IOException {
        List<Run<K>> opened = new ArrayList<>();
        for (List<SpillFile> runs : tiers) {
            opened.addAll(open(runs));
        }
        return opened;
    }

    /** Deletes all runs. */
    void deleteAll() {
        tiers.forEach(runs -> runs.forEach(files::delete));
        tiers.clear();
    }

    /** How often runs were merged before the end. */
    int merges() {
        return merges;
    }
}
