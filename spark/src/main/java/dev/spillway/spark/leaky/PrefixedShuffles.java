// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.List;
import java.util.function.BiFunction;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.serializer.KryoSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Iterable;

/**
 * Makes the map side of leaky shuffles write the length of each value before it (leaky-buffer paper, section IV.B): gives
 * the dependencies another serializer on the driver, just after an RDD made them, so that both sides of a shuffle agree.
 */
final class PrefixedShuffles implements BiFunction<Object, Object, Object> {
    private static final Logger LOG = LoggerFactory.getLogger(PrefixedShuffles.class);

    @Override
    public Object apply(Object rdd, Object dependencies) {
        List<ShuffleDependency<?, ?, ?>> shuffles =
                LeakyShuffles.among((Iterable<?>) dependencies, rdd instanceof ShuffledRDD<?, ?, ?>);
        if (shuffles != null) {
            shuffles.forEach(PrefixedShuffles::prefix);
        }
        return dependencies;
    }

    private static void prefix(ShuffleDependency<?, ?, ?> shuffle) {
        if (shuffle.serializer() instanceof KryoSerializer kryo) {
            try {
                RawShuffle.set(shuffle, "serializer", new LengthPrefixSerializer(kryo));
            } catch (ReflectiveOperationException | RuntimeException e) {
                LOG.warn("Spillway: shuffle {} is written without lengths", shuffle.shuffleId(), e);
            }
        }
    }
}
