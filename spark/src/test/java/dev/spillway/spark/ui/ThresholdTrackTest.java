// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThresholdTrackTest {
    @Test
    void aSpillerWithOnePointAndTheNewestOfAnotherStayInAFullTrack() {
        ThresholdTrack track = new ThresholdTrack(8);
        track.add(new ThresholdPoint(0, "LeakyMap", 1, 100));
        track.add(new ThresholdPoint(1, "ExternalSorter", 1, 5));
        for (int i = 2; i < 200; i++) {
            track.add(new ThresholdPoint(i, "LeakyMap", 1, 100 + i));
            track.add(new ThresholdPoint(i, "ExternalSorter", 1, 5));
        }
        List<ThresholdPoint> points = track.points();
        assertTrue(points.size() <= 8, points.toString());
        assertEquals(1, points.stream().filter(point -> point.spiller().equals("ExternalSorter")).count(), points.toString());
        assertEquals(299, points.get(points.size() - 1).bytes(), "the newest");
        assertTrue(points.get(0).time() < 10, points.toString());
    }
}
