// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.Recent;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * In an executor: how many records a task of a stage reads from shuffles, which the driver tells. Nobody waits for its answer. What it does not
 * know when a stage begins it may know a little later, so it is asked some times, not more often than ten times a second. Thread-safe.
 */
final class StageInputs {
    private static final Logger LOG = LoggerFactory.getLogger(StageInputs.class);
    private static final int QUESTIONS = 8;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PluginContext driver;
    private final long pauseNanos;
    private final Map<Integer, Stage> stages = new Recent<>(RecentStages.MOST);

    StageInputs(PluginContext driver) {
        this(driver, PAUSE_NANOS);
    }

    StageInputs(PluginContext driver, long pauseNanos) {
        this.driver = driver;
        this.pauseNanos = pauseNanos;
    }

    private static final class Stage {
        private long records;
        private int questions;
        private boolean isOpen;
        private long answeredAt;
    }

    /** Records that a task of the stage reads on average; 0 as long as that is not known. */
    synchronized long recordsOfTask(int id) {
        Stage stage = stages.computeIfAbsent(id, key -> new Stage());
        if (stage.records == 0 && !stage.isOpen && stage.questions < QUESTIONS
                && (stage.questions == 0 || System.nanoTime() - stage.answeredAt >= pauseNanos)) {
            stage.questions++;
            stage.isOpen = begins(id, stage);
        }
        return stage.records;
    }

    // Whether the question is on its way: a process without threads left is no reason to fail a task.
    private boolean begins(int id, Stage stage) {
        try {
            Background.run(() -> {
                long records = 0;
                try {
                    records = ask(id);
                } finally {
                    answered(stage, records);
                }
            });
            return true;
        } catch (OutOfMemoryError e) {
            LOG.debug("No thread to ask the driver what tasks of stage {} read", id, e);
            return false;
        }
    }

    private synchronized void answered(Stage stage, long records) {
        stage.isOpen = false;
        stage.answeredAt = System.nanoTime();
        stage.records = records;
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
