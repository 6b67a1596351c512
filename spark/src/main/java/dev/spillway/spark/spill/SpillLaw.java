// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/** How a spill threshold follows what was measured: a pure function, so that a recorded trace can be replayed. */
public interface SpillLaw {
    /** Whether a spiller that has reached its threshold spills; if not, {@link #raised} is its next one. */
    boolean spills(SpillThreshold threshold, SpillSample atThreshold);

    /** The threshold of a spiller that goes on without spilling. */
    SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold);

    /** The threshold after a spill, whatever was the reason for it. */
    SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill);
}
