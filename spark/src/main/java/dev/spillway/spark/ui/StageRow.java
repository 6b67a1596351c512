// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * What the tab shows of a stage, as it lies in the store of Spark's UI. Times are sums over tasks.
 *
 * @param stage id of the stage
 * @param attempt 0 for the first
 * @param name of the stage, as Spark shows it
 * @param tasks tasks that have ended and have metrics
 * @param bytesRead input and shuffle bytes that they read, as Spark counts them
 * @param dmr bytes read per memory for a task, mean over the tasks; negative if the memory is not known
 * @param largestDmr that of the task that read most for its memory; negative if not known
 * @param runMillis time the tasks ran
 * @param gcMillis garbage collection in their executors meanwhile
 * @param fetchWaitMillis time they waited for shuffle blocks
 * @param fetchMillis time of their requests for remote shuffle blocks, which overlap
 * @param diskBytesSpilled bytes of all spill files, also of those that Spark wrote its own way
 * @param sums by {@link StageSum#key()}
 * @param thresholds spill thresholds over time
 * @param notOn tasks on executors where a mechanism was not on, by {@link ExecutorStates#key}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record StageRow(int stage, int attempt, String name, long tasks, long bytesRead, double dmr, double largestDmr,
        long runMillis, long gcMillis, long fetchWaitMillis, long fetchMillis, long diskBytesSpilled, Map<String, Long> sums,
        List<ThresholdPoint> thresholds, Map<String, Long> notOn) {
    /** Takes a missing part, as a database of another version may have it, for an empty one. */
    public StageRow {
        notOn = notOn == null ? Map.of() : Map.copyOf(notOn);
    }

    /** What the store finds it by. Not a component: those would carry the annotation twice. */
    @KVIndex
    public String key() {
        return new StageAttempt(stage, attempt).text();
    }
}
