// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.NoSuchElementException;
import scala.Tuple2;
import scala.collection.AbstractIterator;
import scala.collection.Iterable;
import scala.collection.Iterator;
import scala.collection.Iterator$;

/** Gives each value of each group with its key. */
final class FlatPairs<K, V> extends AbstractIterator<Tuple2<K, V>> {
    private final Iterator<Tuple2<K, Iterable<V>>> groups;
    private K key;
    private StreamedGroup streamed;
    private Iterator<V> values = none();

    FlatPairs(Iterator<Tuple2<K, Iterable<V>>> groups) {
        this.groups = groups;
    }

    @Override
    public boolean hasNext() {
        while (!values.hasNext()) {
            if (streamed != null) {
                streamed.delete();
                streamed = null;
            }
            if (!groups.hasNext()) {
                return false;
            }
            Tuple2<K, Iterable<V>> group = groups.next();
            key = group._1();
            values = group._2().iterator();
            // Nobody but us sees the collection.
            streamed = (Object) group._2() instanceof StreamedGroup large ? large : null;
        }
        return true;
    }

    @Override
    public Tuple2<K, V> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("end of the pairs");
        }
        return new Tuple2<>(key, values.next());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <V> Iterator<V> none() {
        return (Iterator) Iterator$.MODULE$.empty();
    }
}
