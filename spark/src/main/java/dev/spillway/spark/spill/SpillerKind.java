// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.lang.reflect.Field;
import scala.Option;

/**
 * What a spiller of Spark is, by which its thresholds are shared: the simple name of its class, but for sorters that combine. One that combines on
 * the reduce side, for a shuffle with an order of keys, does what Spark's own map does, and counts as one.
 */
final class SpillerKind {
    /** Kind of a sorter that combines records of equal keys, as on the map side of reduceByKey: it grows with the keys, not with the records. */
    static final String COMBINING_SORTER = "CombiningSorter";

    private static final String MAP_TASK = "org.apache.spark.shuffle.sort.SortShuffleWriter";
    // From here to it there are the hook, two constructors, and what calls them.
    private static final int CALLERS = 16;

    private SpillerKind() {}

    /** The kind. Throws ReflectiveOperationException for an ExternalSorter that is not built as expected. */
    static String of(Object spiller) throws ReflectiveOperationException {
        String name = spiller.getClass().getSimpleName();
        if (!name.equals("ExternalSorter")) {
            return name;
        }
        // Scala sets what a class is made with before the constructor of the class above, in which controllers are asked for.
        Field aggregator = spiller.getClass().getDeclaredField("aggregator");
        aggregator.setAccessible(true);
        Option<?> combines = (Option<?>) aggregator.get(spiller);
        if (combines == null || combines.isEmpty()) {
            return name;
        }
        return isMadeByMapTask() ? COMBINING_SORTER : SpillStarts.COMBINING_MAP;
    }

    // No field tells; what a map task combines is serialized in any case, what a reduce task does may not be serializable.
    private static boolean isMadeByMapTask() {
        return StackWalker.getInstance().walk(callers -> callers.limit(CALLERS).anyMatch(caller -> caller.getClassName().equals(MAP_TASK)));
    }
}
