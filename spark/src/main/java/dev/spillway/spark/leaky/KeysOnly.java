// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.NoSuchElementException;
import java.util.function.Predicate;
import scala.Product2;
import scala.Tuple2;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/** Those of the pairs' keys that are wanted, without values: all that subtractByKey needs of its second input. */
final class KeysOnly<K> extends AbstractIterator<Product2<K, RawValue>> {
    private static final byte[] NOTHING = new byte[0];

    private final Iterator<? extends Product2<K, RawValue>> pairs;
    private final Predicate<K> wanted;
    private final RawValue none = new RawValue().at(NOTHING, 0, 0);
    private Tuple2<K, RawValue> next;

    KeysOnly(Iterator<? extends Product2<K, RawValue>> pairs, Predicate<K> wanted) {
        this.pairs = pairs;
        this.wanted = wanted;
    }

    @Override
    public boolean hasNext() {
        while (next == null && pairs.hasNext()) {
            K key = pairs.next()._1();
            if (wanted.test(key)) {
                next = new Tuple2<>(key, none);
            }
        }
        return next != null;
    }

    @Override
    public Product2<K, RawValue> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("end of the keys");
        }
        Tuple2<K, RawValue> given = next;
        next = null;
        return given;
    }
}
