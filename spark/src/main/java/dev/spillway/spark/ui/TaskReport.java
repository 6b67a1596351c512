// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the plug-in's hooks did in one task. Thread-safe. */
public final class TaskReport {
    private static final int MOST_POINTS = 16;
    private static final String STAGE = "stage";
    private static final String ATTEMPT = "attempt";
    private static final String SUMS = "sums";
    private static final String THRESHOLDS = "thresholds";

    private final StageAttempt stage;
    private final HashMap<String, Long> sums = new HashMap<>();
    private final ThresholdTrack thresholds = new ThresholdTrack(MOST_POINTS);

    TaskReport(StageAttempt stage) {
        this.stage = stage;
    }

    /** Adds to a sum. */
    public synchronized void add(StageSum sum, long more) {
        if (more != 0) {
            sums.merge(sum.key(), more, Long::sum);
        }
    }

    /**
     * Notes a threshold that a spiller has now.
     *
     * @param spiller its kind
     * @param records records above which it spills, {@link Long#MAX_VALUE} for no bound
     * @param bytes bytes above which it spills, {@link Long#MAX_VALUE} for no bound
     */
    public synchronized void threshold(String spiller, long records, long bytes) {
        thresholds.add(new ThresholdPoint(System.currentTimeMillis(), spiller, records, bytes));
    }

    synchronized boolean isEmpty() {
        return sums.isEmpty() && thresholds.points().isEmpty();
    }

    /** As a message: of JDK classes only, which every class loader of the driver knows. */
    synchronized HashMap<String, Object> toMessage() {
        ArrayList<String> points = new ArrayList<>();
        thresholds.points().forEach(point -> points.add(point.text()));
        return new HashMap<>(Map.of(STAGE, stage.stage(), ATTEMPT, stage.attempt(), SUMS, new HashMap<>(sums), THRESHOLDS, points));
    }

    /** Whether a message is of {@link #toMessage()}. */
    public static boolean isIn(Map<?, ?> message) {
        return message.containsKey(SUMS);
    }

    static StageAttempt stageIn(Map<?, ?> message) {
        return new StageAttempt((Integer) message.get(STAGE), (Integer) message.get(ATTEMPT));
    }

    static Map<?, ?> sumsIn(Map<?, ?> message) {
        return (Map<?, ?>) message.get(SUMS);
    }

    static List<ThresholdPoint> thresholdsIn(Map<?, ?> message) {
        return ((List<?>) message.get(THRESHOLDS)).stream().map(text -> ThresholdPoint.of((String) text)).toList();
    }
}
