// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.rdd;

import java.util.Objects;
import java.util.function.BiFunction;
import scala.runtime.BoxesRunTime;

/**
 * The way from rewritten classes of Spark to the plug-in, whose own classes Spark's loader cannot see when the jar comes by
 * {@code --jars}. Lives in Spark's loader and is the only static state of the plug-in; everything it names is of the JDK or
 * of Scala, which that loader has.
 */
public final class SpillwayBridge {
    /** Given an RDD and {partition, task context}, answers its iterator, or null for Spark's own way. Null: off. */
    public static volatile BiFunction<Object, Object[], Object> compute;

    /** Given an RDD and the dependencies it has just made, answers them, changed or not. Null: off. */
    public static volatile BiFunction<Object, Object, Object> dependencies;

    /** Given a spiller that was just made, and whether its user has set a threshold, answers what controls it, or null. Null: off. */
    public static volatile BiFunction<Object, Boolean, Object> spiller;

    private SpillwayBridge() {}

    /** How Spark's own map compares keys when it merges spills: as it does in memory, by equals, or with eager spill off as ever, by Scala's ==. */
    public static boolean isSameKey(Object one, Object other) {
        return spiller == null ? BoxesRunTime.equals(one, other) : Objects.equals(one, other);
    }
}
