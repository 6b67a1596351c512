// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.List;
import org.apache.spark.MapOutputTracker;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.Iterator;
import scala.collection.Seq;

/** How much a reduce task is going to read, as the map tasks have told Spark. */
final class ShuffleSizes {
    private static final String AVERAGED_ABOVE = "spark.shuffle.minNumPartitionsToHighlyCompress";

    private ShuffleSizes() {}

    /**
     * Compressed bytes of one partition of several shuffles; those of blocks are rounded, as Spark keeps them. {@link Long#MAX_VALUE} if one of the
     * shuffles has so many partitions that Spark keeps the average of a map task's blocks only, which hides a partition larger than the others. Ends as
     * reading them would where map outputs are missing: in Spark's fetch failure.
     */
    static long of(List<ShuffleDependency<?, ?, ?>> shuffles, int partition) {
        int averaged = SparkEnv.get().conf().getInt(AVERAGED_ABOVE, 2000);
        if (shuffles.stream().anyMatch(shuffle -> shuffle.partitioner().numPartitions() > averaged)) {
            return Long.MAX_VALUE;
        }
        MapOutputTracker tracker = SparkEnv.get().mapOutputTracker();
        return shuffles.stream().mapToLong(shuffle -> sum(tracker.getMapSizesByExecutorId(shuffle.shuffleId(), partition))).sum();
    }

    private static long sum(Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> executors) {
        long sum = 0;
        while (executors.hasNext()) {
            Iterator<Tuple3<BlockId, Object, Object>> blocks = executors.next()._2().iterator();
            while (blocks.hasNext()) {
                sum += ((Number) blocks.next()._2()).longValue();
            }
        }
        return sum;
    }
}
