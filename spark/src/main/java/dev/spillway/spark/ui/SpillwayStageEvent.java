// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * What the plug-in did in a stage so far. A later event of the same stage attempt replaces an earlier one. Posted at most
 * once a second while the stage runs, and more seldom the longer it runs; when it has completed; and when a task's report
 * comes after that. Spark writes it to the event log with Jackson, by the names of the components.
 *
 * @param stageId id of the stage
 * @param stageAttempt 0 for the first
 * @param tasks tasks that have reported; those whose hooks did nothing do not report
 * @param sums by {@link StageSum#key()}; what is not there is 0
 * @param thresholds spill thresholds over time, at most 64 of them
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SpillwayStageEvent(
        int stageId, int stageAttempt, long tasks, Map<String, Long> sums, List<ThresholdPoint> thresholds)
        implements SparkListenerEvent {
    /** Takes missing parts, as a log of another version may have them, for empty ones. */
    public SpillwayStageEvent {
        sums = sums == null ? Map.of() : Map.copyOf(sums);
        thresholds = thresholds == null ? List.of() : List.copyOf(thresholds);
    }
}
