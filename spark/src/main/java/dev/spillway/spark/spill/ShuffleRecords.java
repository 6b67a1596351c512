// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.Recent;
import java.util.List;
import java.util.Map;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.storage.RDDInfo;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * On the driver: how many records a task of a stage reads from its shuffle, which is what the stage before it wrote by its partitions. What an
 * earlier job wrote counts, too: a later one has other stages for the same shuffle, which it skips. Of a stage with several shuffles nothing is
 * known: in a union each task reads one of them, and behind a cached RDD no task may read any. Thread-safe.
 */
public final class ShuffleRecords extends SparkListener {
    private final Map<Integer, Integer> shuffles = new Recent<>(RecentStages.MOST);
    private final Map<Integer, Long> written = new Recent<>(RecentStages.MOST);
    private final Map<Integer, Long> perTask = new Recent<>(RecentStages.MOST);

    @Override
    public synchronized void onJobStart(SparkListenerJobStart event) {
        CollectionConverters.asJava(event.stageInfos()).forEach(this::noteShuffle);
    }

    private void noteShuffle(StageInfo stage) {
        Option<Object> shuffle = stage.shuffleDepId();
        if (shuffle.isDefined()) {
            shuffles.put(stage.stageId(), (Integer) shuffle.get());
        }
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
        StageInfo stage = event.stageInfo();
        Option<Object> shuffle = stage.shuffleDepId();
        if (shuffle.isDefined() && stage.taskMetrics() != null) {
            // A stage that is tried again writes what was lost only.
            written.merge((Integer) shuffle.get(), stage.taskMetrics().shuffleWriteMetrics().recordsWritten(), Math::max);
        }
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted event) {
        StageInfo stage = event.stageInfo();
        List<?> parents = CollectionConverters.asJava(stage.parentIds());
        Integer shuffle = parents.size() == 1 ? shuffles.get(parents.get(0)) : null;
        long records = shuffle == null ? 0 : written.getOrDefault(shuffle, 0L);
        int partitions = partitions(stage);
        if (records > 0 && partitions > 0) {
            perTask.put(stage.stageId(), Math.max(1, records / partitions));
        }
    }

    // Not its tasks: a job may want some of the partitions only. Where a task takes several partitions of a shuffle, as after coalesce, each has
    // a sorter of its own; the shuffle's RDD is among those of the stage.
    private static int partitions(StageInfo stage) {
        return CollectionConverters.asJava(stage.rddInfos()).stream().mapToInt(RDDInfo::numPartitions).max().orElse(0);
    }

    /** Records that a partition of the stage's shuffle has on average; 0 if that is not known. */
    synchronized long of(int stage) {
        return perTask.getOrDefault(stage, 0L);
    }
}
