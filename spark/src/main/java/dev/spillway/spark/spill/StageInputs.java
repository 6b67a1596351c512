// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.Recent;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * In an executor: how many records a task of a stage reads from shuffles, which the driver tells. Nobody waits for its answer, and what it does
 * not know when a stage begins it may know later, so it is asked some times, one question after the other. Thread-safe.
 */
final class StageInputs {
    private static final Logger LOG = LoggerFactory.getLogger(StageInputs.class);
    private static final int QUESTIONS = 8;

    private final PluginContext driver;
    private final Map<Integer, Long> known = new Recent<>(RecentStages.MOST);
    private final Map<Integer, Integer> questions = new Recent<>(RecentStages.MOST);
    private final Set<Integer> open = new HashSet<>();

    StageInputs(PluginContext driver) {
        this.driver = driver;
    }

    /** Records that a task of the stage reads on average; 0 as long as that is not known. */
    long recordsOfTask(int stage) {
        synchronized (known) {
            Long records = known.get(stage);
            if (records != null) {
                return records;
            }
            if (open.contains(stage) || questions.merge(stage, 1, Integer::sum) > QUESTIONS) {
                return 0;
            }
            open.add(stage);
        }
        Background.run(() -> answered(stage, ask(stage)));
        return 0;
    }

    private void answered(int stage, long records) {
        synchronized (known) {
            open.remove(stage);
            if (records > 0) {
                known.put(stage, records);
            }
        }
    }

    private long ask(int stage) {
        try {
            return Long.parseLong((String) driver.ask(ThresholdMessages.askRecords(stage)));
        } catch (Exception e) {
            LOG.debug("The driver did not tell what tasks of stage {} read", stage, e);
            return 0;
        }
    }
}
