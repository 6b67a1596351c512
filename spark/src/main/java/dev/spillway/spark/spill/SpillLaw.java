// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/** How a spill threshold follows what was measured: a pure function, so that a recorded trace can be replayed. */
public interface SpillLaw {
    /** Bytes at which a spiller of a task that has not spilled is asked once whether it {@link #spills}, whatever its threshold; {@link Long#MAX_VALUE} for none. */
    default long firstLook() {
        return Long.MAX_VALUE;
    }

    /** Whether it wants to know what a task is to read. */
    default boolean looksAhead() {
        return firstLook() < Long.MAX_VALUE;
    }

    /** Whether a spiller spills that has reached its threshold, or its {@link #firstLook}; if not, {@link #raised} is the next threshold after the former. */
    boolean spills(SpillThreshold threshold, SpillSample atThreshold);

    /** The threshold of a spiller that goes on without spilling. */
    SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold);

    /** The threshold after a spill, whatever was the reason for it; that object itself if the spill tells nothing, so that it does not count as found. */
    SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill);
}
