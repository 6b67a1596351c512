// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.junit.jupiter.api.Test;

class StageReportsTest {
    private final List<SparkListenerEvent> posted = new ArrayList<>();
    private long now = -5;
    private final StageReports reports = new StageReports(posted::add, () -> now);

    @Test
    void tasksOfOneStageAreSummed() {
        receive(1, 10);
        now += TimeUnit.SECONDS.toNanos(1);
        receive(1, 5);
        assertEquals(Map.of("values", 15L), last().sums());
        assertEquals(2, last().tasks());
    }

    @Test
    void aRunningStagePostsOnceASecondAndTheRestWhenItCompletes() {
        for (int task = 0; task < 100; task++) {
            receive(1, 1);
        }
        assertEquals(1, posted.size());
        reports.onStageCompleted(LogLines.completed(1));
        assertEquals(2, posted.size());
        assertEquals(Map.of("values", 100L), last().sums());
    }

    @Test
    void aStageThatRunsLongPostsSeldom() {
        for (int second = 0; second < 3600; second++) {
            receive(1, 1);
            now += TimeUnit.SECONDS.toNanos(1);
        }
        assertTrue(posted.size() > 50 && posted.size() < 150, posted.size() + " events");
        reports.flush();
        assertEquals(3600, last().tasks());
    }

    @Test
    void tasksThatACancelledStageLeavesBehindPostFewEvents() {
        receive(1, 1);
        reports.onStageCompleted(LogLines.completed(1));
        for (int task = 0; task < 1000; task++) {
            receive(1, 1);
        }
        assertEquals(1, posted.size());
        now += TimeUnit.SECONDS.toNanos(1);
        receive(2, 1);
        assertEquals(3, posted.size(), "a report of another stage takes them along");
        assertEquals(Map.of("values", 1001L), last().sums());
    }

    @Test
    void aStageThatCompletedBeforeAnyReportPostsThemWithTheNextOnes() {
        reports.onStageCompleted(LogLines.completed(1));
        receive(1, 1);
        receive(1, 1);
        assertEquals(1, posted.size());
        now += TimeUnit.SECONDS.toNanos(1);
        receive(2, 1);
        assertEquals(3, posted.size(), "a report of another stage takes what waits along");
        assertEquals(Map.of("values", 2L), last().sums());
    }

    @Test
    void aStageThatDidNothingPostsNothing() {
        reports.onStageCompleted(LogLines.completed(1));
        reports.flush();
        assertTrue(posted.isEmpty());
    }

    @Test
    void aStageThatOutlivesAThousandOthersKeepsItsSums() {
        receive(0, 1);
        for (int stage = 1; stage <= 2000; stage++) {
            receive(stage, 1);
            if (stage % 500 == 0) {
                now += TimeUnit.SECONDS.toNanos(1);
                receive(0, 1);
            }
        }
        assertEquals(5, ((SpillwayStageEvent) posted.stream().filter(e -> ((SpillwayStageEvent) e).stageId() == 0)
                .reduce((a, b) -> b).orElseThrow()).tasks());
    }

    @Test
    void theEndPostsWhatWaits() {
        receive(1, 1);
        receive(1, 1);
        reports.flush();
        reports.flush();
        assertEquals(2, posted.size());
        assertEquals(2, last().tasks());
    }

    @Test
    void thresholdsStayFewAndSpanAllTime() {
        for (int task = 0; task < 1000; task++) {
            TaskReport report = new TaskReport(new StageAttempt(1, 0));
            report.threshold("ExternalSorter", Long.MAX_VALUE, 1000 + task);
            reports.receive(report.toMessage());
        }
        reports.flush();
        List<ThresholdPoint> points = last().thresholds();
        assertTrue(points.size() > 30 && points.size() <= 64, points.size() + " points");
        assertEquals(1000, points.get(0).bytes());
        assertTrue(points.stream().anyMatch(point -> point.bytes() > 1900));
    }

    @Test
    void aThresholdThatStaysIsOnePoint() {
        TaskReport report = new TaskReport(new StageAttempt(1, 0));
        assertTrue(report.isEmpty());
        report.threshold("A", 1, 2);
        report.threshold("B", 1, 3);
        report.threshold("A", 1, 2);
        assertFalse(report.isEmpty());
        assertEquals(2, TaskReport.thresholdsIn(report.toMessage()).size());
    }

    @Test
    void oldStagesAreForgotten() {
        receive(0, 1);
        for (int stage = 1; stage <= 1000; stage++) {
            receive(stage, 1);
        }
        receive(0, 1);
        assertEquals(1, last().tasks());
    }

    private void receive(int stage, long values) {
        TaskReport report = new TaskReport(new StageAttempt(stage, 0));
        report.add(StageSum.VALUES, values);
        assertTrue(TaskReport.isIn(report.toMessage()));
        reports.receive(report.toMessage());
    }

    private SpillwayStageEvent last() {
        return (SpillwayStageEvent) posted.get(posted.size() - 1);
    }
}
