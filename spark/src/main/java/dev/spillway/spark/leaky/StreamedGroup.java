// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.DefaultSerializer;
import java.io.Serializable;
import org.apache.spark.util.KnownSizeEstimation;
import org.apache.spark.util.SizeEstimator;
import org.apache.spark.util.collection.CompactBuffer;
import scala.collection.Iterator;
import scala.collection.SeqFactory;
import scala.collection.immutable.AbstractSeq;
import scala.collection.immutable.Seq$;

/**
 * The values of a group that is too large for memory: each iterator gives some that are on the heap, if any, and decodes the others
 * from a file, one by one. A sequence as Spark's collection is, so that programs that match or compare groups see the same. Serialized, by Java or by Kryo, it becomes the collection Spark gives, with all values.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
@DefaultSerializer(StreamedGroupSerializer.class)
final class StreamedGroup extends AbstractSeq implements Serializable, KnownSizeEstimation {
    private static final long serialVersionUID = 1;

    private final transient CompactBuffer<Object> first;
    private final transient GroupFile file;
    private final transient long count;
    private final transient ValuesByIndex byIndex;

    /**
     * A group.
     *
     * @param first values on the heap
     * @param file has those that follow
     * @param count how many these are
     */
    StreamedGroup(CompactBuffer<Object> first, GroupFile file, long count) {
        this.first = first;
        this.file = file;
        this.count = first.size() + count;
        byIndex = new ValuesByIndex(this::walk, count);
    }

    @Override
    public Iterator iterator() {
        return first.isEmpty() ? walk() : first.iterator().concat(this::walk);
    }

    private Iterator walk() {
        return file.walk();
    }

    /** Deletes the values: nobody will ask for them again. */
    void delete() {
        file.delete();
    }

    /** The value at an index; one step if it is the next after the last one asked for, else a walk from the first. */
    @Override
    public Object apply(int index) {
        return index < first.size() && index >= 0 ? first.apply(index) : byIndex.get((long) index - first.size());
    }

    // These three Scala's compiler would mix in: what is made of it is a sequence like it, and it is a function of its indices.
    @Override
    public SeqFactory iterableFactory() {
        return Seq$.MODULE$;
    }

    @Override
    public Object apply(Object index) {
        return apply((int) index);
    }

    @Override
    public boolean isDefinedAt(Object index) {
        return index instanceof Integer i && i >= 0 && i < count;
    }

    /**
     * How many.
     *
     * @throws ArithmeticException if an int does not hold it; Spark's collection cannot have so many
     */
    @Override
    public int length() {
        return Math.toIntExact(count);
    }

    @Override
    public int knownSize() {
        return count > Integer.MAX_VALUE ? -1 : (int) count;
    }

    /** For Spark's memory accounting, which would follow the references to the executor's own parts. */
    @Override
    public long estimatedSize() {
        return 256 + SizeEstimator.estimate(first);
    }

    @Override
    public String toString() {
        return "StreamedGroup(" + count + " values)";
    }

    /** Those values that are on the heap, which come first. */
    CompactBuffer<Object> first() {
        return first;
    }

    /** Where the others are. */
    GroupFile file() {
        return file;
    }

    /** All values in memory, as Spark gives them. */
    CompactBuffer<Object> inMemory() {
        CompactBuffer<Object> all = StockShape.newBuffer();
        KillCheck kill = KillCheck.ofThread();
        for (Iterator values = iterator(); values.hasNext(); ) {
            kill.next();
            StockShape.add(all, values.next());
        }
        return all;
    }

    private Object writeReplace() {
        return inMemory();
    }
}
