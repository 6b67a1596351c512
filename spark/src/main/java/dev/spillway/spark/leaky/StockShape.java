// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.Aggregator;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.util.collection.CompactBuffer;
import scala.collection.Iterable;
import scala.reflect.ClassTag$;

/** Makes of a group's records what Spark makes of its values, as far as they fit: each is decoded once, when its key is emitted. */
final class StockShape {
    private final ValueDecoder decoder;
    private final KillCheck kill = KillCheck.ofThread();
    private final List<ShuffleDependency<?, ?, ?>> shuffles;
    private final HeldGroup[] inputs;

    /**
     * For the groups of one task, on its thread.
     *
     * @param decoder makes values of their bytes
     * @param shuffles inputs
     * @param held makes for each input what holds its values
     */
    StockShape(ValueDecoder decoder, List<ShuffleDependency<?, ?, ?>> shuffles, Supplier<HeldGroup> held) {
        this.decoder = decoder;
        this.shuffles = shuffles;
        inputs = new HeldGroup[shuffles.size()];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = held.get();
        }
    }

    /** What the aggregator of groupByKey combines: the CompactBuffer that it makes of the first value, with all others. */
    Object combine(Contents contents) {
        if (!contents.next()) {
            throw new IllegalStateException("a group without records");
        }
        beginWith(contents);
        collect(contents);
        return finish(0);
    }

    private void beginWith(Contents contents) {
        if (!inputs[0].holdsNothing()) {
            inputs[0].begin(firstBuffer(decoder.value(contents)));
            return;
        }
        inputs[0].begin(newBuffer());
        add(contents);
    }

    @SuppressWarnings("unchecked")
    private CompactBuffer<Object> firstBuffer(Object value) {
        Aggregator<Object, Object, Object> aggregator = (Aggregator<Object, Object, Object>) shuffles.get(0).aggregator().get();
        return (CompactBuffer<Object>) aggregator.createCombiner().apply(value);
    }

    /** A CompactBuffer for each input, or a streamed group. */
    Object buffers(Contents contents) {
        for (HeldGroup input : inputs) {
            input.begin(newBuffer());
        }
        collect(contents);
        // The class that stock gives and Spark registers with Kryo, wherever it can be that.
        Iterable<?>[] group = isAnyStreamed() ? new Iterable<?>[inputs.length] : new CompactBuffer<?>[inputs.length];
        for (int i = 0; i < group.length; i++) {
            group[i] = finish(i);
        }
        return group;
    }

    private boolean isAnyStreamed() {
        for (HeldGroup input : inputs) {
            if (input.isStreamed()) {
                return true;
            }
        }
        return false;
    }

    private void collect(Contents contents) {
        while (contents.next()) {
            kill.next();
            add(contents);
        }
    }

    private void add(Contents contents) {
        try {
            inputs[contents.tag()].add(contents);
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    private Iterable<Object> finish(int input) {
        try {
            return inputs[input].finish();
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    static CompactBuffer<Object> newBuffer() {
        return new CompactBuffer<>(ClassTag$.MODULE$.Any());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void add(CompactBuffer buffer, Object value) {
        buffer.$plus$eq(value);
    }
}
