// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.lang.reflect.Field;
import scala.Option;

/** What a spiller of Spark is, by which its thresholds are shared: the simple name of its class, but for sorters that combine. */
final class SpillerKind {
    /** Kind of a sorter that combines records of equal keys, as on the map side of reduceByKey: it grows with the keys, not with the records. */
    static final String COMBINING_SORTER = "CombiningSorter";

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
        return combines != null && combines.isDefined() ? COMBINING_SORTER : name;
    }
}
