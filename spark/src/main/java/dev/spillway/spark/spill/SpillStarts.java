// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.util.Set;

/**
 * How spillers of each kind begin.
 *
 * @param maps hold groups or what they are combined to; what a spill of theirs takes, sorting among it, is not needed without it
 * @param sorters hold records, which are sorted with or without a spill
 * @param pages sorters that take memory in pages
 */
public record SpillStarts(SpillStart maps, SpillStart sorters, SpillStart pages) {
    /** Kind of Spark's own map, which groups or reduces. */
    static final String COMBINING_MAP = "ExternalAppendOnlyMap";

    private static final Set<String> MAPS = Set.of(COMBINING_MAP, EagerSpill.LEAKY_MAP);
    private static final Set<String> IN_PAGES = Set.of("UnsafeExternalSorter", "ShuffleExternalSorter");

    /** How one of a kind begins: the simple name of the spiller's class. */
    public SpillStart of(String kind) {
        return MAPS.contains(kind) ? maps : IN_PAGES.contains(kind) ? pages : sorters;
    }
}
