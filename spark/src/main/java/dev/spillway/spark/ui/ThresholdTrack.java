// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Thresholds over time, never more points than wanted: a full track forgets every second one of each spiller, but the first and the newest, so it still spans all
 * the time.
 */
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
        Map<String, Integer> all = new HashMap<>();
        points.forEach(point -> all.merge(point.spiller(), 1, Integer::sum));
        Map<String, Integer> seen = new HashMap<>();
        for (int i = points.size() - 1; i >= 0; i--) {
            String spiller = points.get(i).spiller();
            // Counted from the newest one, which stays, as does the first.
            int place = seen.merge(spiller, 1, Integer::sum);
            if (place % 2 == 0 && place < all.get(spiller)) {
                points.remove(i);
            }
        }
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
