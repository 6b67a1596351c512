// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.rdd.RDD;
import org.apache.spark.rdd.ShuffledRDD;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/** Decides whose inputs can be read leakily: all come by shuffles that Kryo, or Java's serializer, wrote, and their values are collected, not reduced. */
final class LeakyShuffles {
    private LeakyShuffles() {}

    /** The shuffles an RDD reads, or null if Spark is to read them its own way. */
    static List<ShuffleDependency<?, ?, ?>> of(RDD<?> rdd) {
        return among(rdd.dependencies(), rdd instanceof ShuffledRDD<?, ?, ?>);
    }

    /**
     * The same before the RDD knows its dependencies.
     *
     * @param dependencies all of its dependencies
     * @param aggregates whether the RDD aggregates by the dependency's functions
     */
    static List<ShuffleDependency<?, ?, ?>> among(Iterable<?> dependencies, boolean aggregates) {
        List<ShuffleDependency<?, ?, ?>> shuffles = new ArrayList<>();
        for (Object dependency : CollectionConverters.asJava(dependencies)) {
            if (!(dependency instanceof ShuffleDependency<?, ?, ?> shuffle) || !RawShuffle.isReadable(shuffle)
                    || aggregates && !GroupByKey.isIt(shuffle)) {
                return null;
            }
            shuffles.add(shuffle);
        }
        return shuffles.isEmpty() ? null : shuffles;
    }
}
