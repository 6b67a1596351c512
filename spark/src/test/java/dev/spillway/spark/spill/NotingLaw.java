// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.util.function.Consumer;

/** Spills at its threshold, which stays, and tells of each spill. */
public record NotingLaw(Consumer<SpillSample> spills) implements SpillLaw {
    @Override
    public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
        return true;
    }

    @Override
    public SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold) {
        return threshold;
    }

    @Override
    public SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill) {
        spills.accept(afterSpill);
        return threshold;
    }
}
