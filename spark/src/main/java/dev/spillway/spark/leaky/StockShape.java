// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.util.List;
import org.apache.spark.Aggregator;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.util.collection.CompactBuffer;
import scala.reflect.ClassTag$;

/** Makes of a group's records what Spark makes of its values: each is decoded once, when its key is emitted. */
final class StockShape {
    private final ValueDecoder decoder;
    private final KillCheck kill = KillCheck.ofThread();
    private final List<ShuffleDependency<?, ?, ?>> shuffles;

    /** For the groups of one task, on its thread. */
    StockShape(ValueDecoder decoder, List<ShuffleDependency<?, ?, ?>> shuffles) {
        this.decoder = decoder;
        this.shuffles = shuffles;
    }

    /** What the shuffle's aggregator combines, for groupByKey a CompactBuffer. */
    Object combine(Contents contents) {
        Aggregator<Object, Object, Object> aggregator = aggregator();
        if (!contents.next()) {
            throw new IllegalStateException("a group without records");
        }
        Object combiner = aggregator.createCombiner().apply(decoder.value(contents));
        while (contents.next()) {
            kill.next();
            combiner = aggregator.mergeValue().apply(combiner, decoder.value(contents));
        }
        return combiner;
    }

    @SuppressWarnings("unchecked")
    private Aggregator<Object, Object, Object> aggregator() {
        return (Aggregator<Object, Object, Object>) shuffles.get(0).aggregator().get();
    }

    /** A CompactBuffer for each input. */
    Object buffers(Contents contents) {
        CompactBuffer<?>[] group = new CompactBuffer<?>[shuffles.size()];
        for (int i = 0; i < group.length; i++) {
            group[i] = newBuffer();
        }
        while (contents.next()) {
            kill.next();
            add(group[contents.tag()], decoder.value(contents));
        }
        return group;
    }

    static CompactBuffer<Object> newBuffer() {
        return new CompactBuffer<>(ClassTag$.MODULE$.Any());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void add(CompactBuffer buffer, Object value) {
        buffer.$plus$eq(value);
    }
}
