// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** RDDs of many small objects whose content follows from their number. */
final class Data {
    private Data() {}

    /** A small object graph. */
    record Item(long id, String name, List<Long> more) implements Serializable {
        static Item of(long id) {
            return new Item(id, "item " + id, new ArrayList<>(List.of(id, -id)));
        }

        long checksum() {
            return id * 31 + name.hashCode() + more.get(0) - more.get(1);
        }
    }

    static JavaRDD<Item> items(JavaSparkContext spark, int partitions, long perPartition) {
        List<Integer> splits = IntStream.range(0, partitions).boxed().toList();
        return spark.parallelize(splits, partitions).flatMap(split -> partition(split, perPartition));
    }

    private static Iterator<Item> partition(int split, long perPartition) {
        return LongStream.range(0, perPartition).mapToObj(i -> Item.of(split * perPartition + i)).iterator();
    }

    static long checksum(JavaRDD<Item> items) {
        return items.map(Item::checksum).reduce(Long::sum);
    }

    /** What {@link #checksum} must give, computed without Spark. */
    static long expected(long count) {
        return LongStream.range(0, count).map(i -> Item.of(i).checksum()).sum();
    }
}
