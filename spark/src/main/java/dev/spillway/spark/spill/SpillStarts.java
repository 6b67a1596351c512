// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.util.Set;

/**
 * How spillers of each kind begin.
 *
 * @param maps hold groups or what they are combined to; what a spill of theirs takes, sorting among it, is not needed without it
 * @param sorters hold records, which are sorted with or without a spill
 * @param combining sorters that combine records of equal keys
 * @param pages sorters that take memory in pages
 */
public record SpillStarts(SpillStart maps, SpillStart sorters, SpillStart combining, SpillStart pages) {
    /** Kind of Spark's own map, which groups or reduces. */
    static final String COMBINING_MAP = "ExternalAppendOnlyMap";

    private static final Set<String> MAPS = Set.of(COMBINING_MAP, EagerSpill.LEAKY_MAP);
    private static final Set<String> IN_PAGES = Set.of("UnsafeExternalSorter", "ShuffleExternalSorter");

    /** How one of a {@link SpillerKind} begins. */
    public SpillStart of(String kind) {
        if (MAPS.contains(kind)) {
            return maps;
        }
        if (IN_PAGES.contains(kind)) {
            return pages;
        }
        return kind.equals(SpillerKind.COMBINING_SORTER) ? combining : sorters;
    }
}
