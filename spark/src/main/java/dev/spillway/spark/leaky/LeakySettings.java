// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.spark.spill.EagerSpill;
import dev.spillway.spark.spill.EagerSpiller;
import dev.spillway.spark.ui.StageSum;
import dev.spillway.spark.ui.TaskReports;

/**
 * What all leaky tasks of an executor share.
 *
 * @param metrics told about each task
 * @param reencodeFrom compressed bytes that a task reads, from which on values that Java's serializer wrote are encoded again, see
 *     {@link ReencodingSerializer}; {@link #NEVER} for none
 * @param groupLimit bytes on the heap above which Spark is asked for what a group takes, and its values are left in a file if no more is granted and they
 *     have more than a megabyte there; 0 for all of them, {@link GroupLimit#NONE} for none
 * @param eagerSpill gives controllers of spill thresholds; null if it is off
 * @param reports take what a task did, for the stage's row in the UI
 * @param walks over streamed groups
 */
public record LeakySettings(LeakyMetrics metrics, long reencodeFrom, long groupLimit, EagerSpill eagerSpill, TaskReports reports, OpenWalks walks) {
    /** More than any task reads. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Settings of an executor that is starting. */
    public LeakySettings(LeakyMetrics metrics, long reencodeFrom, long groupLimit, EagerSpill eagerSpill, TaskReports reports) {
        this(metrics, reencodeFrom, groupLimit, eagerSpill, reports, new OpenWalks(metrics.groupFileBytes));
    }

    /** A controller for the running task's map, or null if eager spill is off or the user has set a threshold. */
    EagerSpiller controller(UsersThreshold users) {
        if (eagerSpill != null && users.isSet()) {
            eagerSpill.leave(StageSum.USER_THRESHOLDS);
        }
        return eagerSpill == null || users.isSet() ? null : eagerSpill.controller(EagerSpill.LEAKY_MAP);
    }
}
