// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.List;
import java.util.Map;

/** What is summed over the tasks of a stage. */
public enum StageSum {
    /** Shuffles that were read with values as bytes: one for each partition of an RDD that groups or joins. */
    LEAKY_READS("leakyReads"),
    /** Fall-backs of the leaky buffer: partitions of RDDs that group or join, which Spark read its own way. Logs of before count reductions, too. */
    STOCK_READS("stockReads"),
    /** Values kept as bytes; stock Spark would have made at least one object of each. */
    VALUES("values"),
    /** Their bytes. */
    VALUE_BYTES("valueBytes"),
    /** Groups held in memory, counted again after each spill. */
    GROUPS("groups"),
    /** Spills of leaky maps and of spillers whose threshold is controlled. */
    SPILLS("spills"),
    /** Milliseconds these spills took. */
    SPILL_MILLIS("spillMillis"),
    /** Passes that merged spilled runs before the end of a task. */
    MERGES("merges"),
    /** Times a threshold was raised instead of spilling. */
    RAISES("raises"),
    /** Fall-backs of eager spill: spillers whose user has set a threshold. */
    USER_THRESHOLDS("eagerSpill.fallBacks.userThreshold"),
    /** Spillers whose pages are not in the heap. */
    OFF_HEAP_SPILLERS("eagerSpill.fallBacks.offHeap"),
    /** Spillers that an error left without a controller. */
    FAILED_CONTROLLERS("eagerSpill.fallBacks.failed");

    /** Why eager spill leaves a spiller to Spark; their keys are names of metrics, too. */
    public static final List<StageSum> EAGER_FALL_BACKS = List.of(USER_THRESHOLDS, OFF_HEAP_SPILLERS, FAILED_CONTROLLERS);

    private final String key;

    StageSum(String key) {
        this.key = key;
    }

    /** Its name in messages and in the event log. */
    public String key() {
        return key;
    }

    /** Its value among sums by key; 0 if it is not there. */
    public long in(Map<String, Long> sums) {
        return sums.getOrDefault(key, 0L);
    }
}
