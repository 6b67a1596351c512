// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private final Runnable onFailure;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Tells of each RDD whose shuffles could not be given lengths because of an error. */
    PrefixedShuffles(Runnable onFailure) {
        this.onFailure = onFailure;
    }

    // A shuffle's reader looks at its serializer, so those that have lengths already and those that have none go together.
    @Override
    public Object apply(Object rdd, Object dependencies) {
        try {
            prefix(LeakyShuffles.among((Iterable<?>) dependencies, rdd instanceof ShuffledRDD<?, ?, ?>));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            onFailure.run();
            if (warned.compareAndSet(false, true)) {
                LOG.warn("Shuffles cannot be written with the lengths of values; Spark writes them its own way (reported once)", e);
            }
        }
        return dependencies;
    }

    private static void prefix(List<ShuffleDependency<?, ?, ?>> shuffles) throws ReflectiveOperationException {
        if (shuffles == null) {
            return;
        }
        for (ShuffleDependency<?, ?, ?> shuffle : shuffles) {
            if (shuffle.serializer() instanceof KryoSerializer kryo) {
                RawShuffle.set(shuffle, "serializer", new LengthPrefixSerializer(kryo));
            }
        }
    }
}
