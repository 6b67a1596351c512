// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.function.Function;
import scala.Tuple2;
import scala.collection.AbstractIterator;

/**
 * Gives each key with what a function makes of its records. May be called from other threads than the task's own (a Python
 * task reads its input on one), one at a time.
 */
final class GroupIterator<K, V> extends AbstractIterator<Tuple2<K, V>> {
    private final LeakyMap<K> map;
    private final Run<K> groups;
    private final Function<Contents, V> combine;
    private final Runnable atEnd;
    private boolean onGroup;
    private boolean ended;

    /**
     * An iterator before the first group.
     *
     * @param map that has all records
     * @param combine makes a group's value of its records
     * @param atEnd called after the last group
     */
    GroupIterator(LeakyMap<K> map, Function<Contents, V> combine, Runnable atEnd) throws IOException {
        this.map = map;
        this.atEnd = atEnd;
        this.combine = combine;
        groups = map.groups();
    }

    @Override
    public boolean hasNext() {
        if (onGroup || ended) {
            return onGroup;
        }
        synchronized (map.lock()) {
            requireNothingLost();
            try {
                onGroup = groups.next();
            } catch (IOException e) {
                throw LeakyMap.<RuntimeException>sneak(e);
            }
        }
        if (!onGroup) {
            ended = true;
            atEnd.run();
        }
        return onGroup;
    }

    private void requireNothingLost() {
        try {
            map.requireNothingLost();
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    @Override
    public Tuple2<K, V> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("end of the groups");
        }
        synchronized (map.lock()) {
            requireNothingLost();
            onGroup = false;
            return new Tuple2<>(groups.key(), combine.apply(groups.contents()));
        }
    }
}
