// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Properties;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.rdd.DeterministicLevel;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

class ShuffleRecordsTest {
    private static final int SHUFFLE_OF_STAGE = 100;

    private final ShuffleRecords records = new ShuffleRecords();

    @Test
    void aTaskReadsWhatTheStageBeforeItWroteByItsPartitions() {
        wrote(1, 1000);
        begins(3, 10, List.of(1));
        assertEquals(100, records.of(3));
        assertEquals(0, records.of(4), "not seen");
    }

    /** A task of a union reads one of its shuffles, and of what is cached behind a shuffle none. */
    @Test
    void whatTasksOfAStageWithSeveralShufflesReadIsNotKnown() {
        wrote(1, 600);
        wrote(2, 400);
        begins(3, 10, List.of(1, 2));
        assertEquals(0, records.of(3));
    }

    @Test
    void aJobThatWantsSomePartitionsOnlyReadsNoMoreInEach() {
        wrote(1, 1000);
        records.onStageSubmitted(new SparkListenerStageSubmitted(stage(2, 1, List.of(rdd(50)), List.of(1), 0), new Properties()));
        assertEquals(20, records.of(2), "one task, 50 partitions");
    }

    @Test
    void partitionsThatATaskTakesTogetherHaveASorterEach() {
        wrote(1, 1000);
        StageInfo coalesced = stage(2, 5, List.of(rdd(5), rdd(50)), List.of(1), 0);
        records.onStageSubmitted(new SparkListenerStageSubmitted(coalesced, new Properties()));
        assertEquals(20, records.of(2));
    }

    @Test
    void aStageWhoseShuffleIsNotKnownIsNotEither() {
        wrote(1, 1000);
        begins(3, 10, List.of(2));
        begins(4, 10, List.of());
        assertEquals(0, records.of(3));
        assertEquals(0, records.of(4));
    }

    @Test
    void aStageWhoseShuffleWasWrittenForAnEarlierJobReadsWhatThatWrote() {
        wrote(1, 1000);
        StageInfo skipped = stage(5, 4, List.of(rdd(4)), List.of(), 0, SHUFFLE_OF_STAGE + 1);
        records.onJobStart(new SparkListenerJobStart(2, 0, seq(List.of(skipped)), new Properties()));
        begins(6, 10, List.of(5));
        assertEquals(100, records.of(6));
    }

    @Test
    void aStageThatWasTriedAgainWroteWhatItWroteAtFirst() {
        wrote(1, 1000);
        wrote(1, 10);
        begins(2, 10, List.of(1));
        assertEquals(100, records.of(2));
    }

    private void wrote(int stage, long count) {
        StageInfo writer = stage(stage, 4, List.of(rdd(4)), List.of(), count);
        records.onJobStart(new SparkListenerJobStart(1, 0, seq(List.of(writer)), new Properties()));
        records.onStageCompleted(new SparkListenerStageCompleted(writer));
    }

    private void begins(int stage, int partitions, List<Integer> parents) {
        records.onStageSubmitted(new SparkListenerStageSubmitted(stage(stage, partitions, List.of(rdd(partitions)), parents, 0), new Properties()));
    }

    private static RDDInfo rdd(int partitions) {
        return new RDDInfo(0, "rdd", partitions, StorageLevel.NONE(), false, seq(List.of()), "", Option.empty(), DeterministicLevel.DETERMINATE());
    }

    private static StageInfo stage(int id, int tasks, List<RDDInfo> rdds, List<Integer> parents, long written) {
        return stage(id, tasks, rdds, parents, written, SHUFFLE_OF_STAGE + id);
    }

    private static StageInfo stage(int id, int tasks, List<RDDInfo> rdds, List<Integer> parents, long written, int shuffle) {
        TaskMetrics metrics = new TaskMetrics();
        metrics.shuffleWriteMetrics().incRecordsWritten(written);
        return new StageInfo(id, 0, "stage", tasks, seq(rdds), seq(List.<Object>copyOf(parents)), "", metrics, seq(List.of()), Option.apply(shuffle), 0, false, 0);
    }

    private static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }
}
