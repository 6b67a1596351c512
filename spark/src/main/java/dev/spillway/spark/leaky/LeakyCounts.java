// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

/** What one task's map did, for metrics. */
final class LeakyCounts {
    private long values;
    private long valueBytes;
    private long groups;
    private int spills;
    private long spillNanos;
    private int merges;
    private long memoryBytesSpilled;
    private long diskBytesSpilled;
    private long peakBytes;

    void grouped(long records, long bytes, long keys) {
        values += records;
        valueBytes += bytes;
        groups += keys;
    }

    void spilled(long memoryBytes, long diskBytes, long nanos) {
        spills++;
        spillNanos += nanos;
        memoryBytesSpilled += memoryBytes;
        diskBytesSpilled += diskBytes;
    }

    void state(long peak, int mergeCount) {
        peakBytes = peak;
        merges = mergeCount;
    }

    /** Values kept as bytes. */
    long values() {
        return values;
    }

    /** Their bytes. */
    long valueBytes() {
        return valueBytes;
    }

    /** Groups held in memory, counted again after each spill. */
    long groups() {
        return groups;
    }

    int spills() {
        return spills;
    }

    long spillMillis() {
        return spillNanos / 1_000_000;
    }

    /** Passes that merged spilled runs before the end. */
    int merges() {
        return merges;
    }

    long memoryBytesSpilled() {
        return memoryBytesSpilled;
    }

    long diskBytesSpilled() {
        return diskBytesSpilled;
    }

    /** Most bytes held at once. */
    long peakBytes() {
        return peakBytes;
    }
}
