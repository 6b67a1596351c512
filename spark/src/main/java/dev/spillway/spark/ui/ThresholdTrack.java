// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Thresholds over time, never more points than wanted: a full track forgets every second one, so it still spans all the time. */
final class ThresholdTrack {
    private final int most;
    private final List<ThresholdPoint> points = new ArrayList<>();
    private final Map<String, ThresholdPoint> last = new HashMap<>();

    ThresholdTrack(int most) {
        this.most = most;
    }

    /** Takes a point unless it only repeats the last one of its spiller. */
    void add(ThresholdPoint point) {
        ThresholdPoint before = last.put(point.spiller(), point);
        if (before != null && before.sameThreshold(point)) {
            return;
        }
        if (points.size() == most) {
            thin();
        }
        points.add(point);
    }

    private void thin() {
        List<ThresholdPoint> kept = new ArrayList<>();
        for (int i = 0; i < points.size(); i += 2) {
            kept.add(points.get(i));
        }
        points.clear();
        points.addAll(kept);
    }

    /** All points by time, without those that only repeat the one before: tasks that run at once come to the same thresholds. */
    List<ThresholdPoint> points() {
        List<ThresholdPoint> changes = new ArrayList<>();
        Map<String, ThresholdPoint> before = new HashMap<>();
        points.stream().sorted(Comparator.comparingLong(ThresholdPoint::time)).forEach(point -> {
            ThresholdPoint previous = before.put(point.spiller(), point);
            if (previous == null || !previous.sameThreshold(point)) {
                changes.add(point);
            }
        });
        return changes;
    }
}
