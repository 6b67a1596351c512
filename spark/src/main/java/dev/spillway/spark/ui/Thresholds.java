// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import dev.spillway.spark.ByteText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Thresholds over time as XHTML: for each kind of spiller the last one, which unfolds to all. */
final class Thresholds {
    private Thresholds() {}

    static String text(List<ThresholdPoint> points) {
        Map<String, StringBuilder> steps = new LinkedHashMap<>();
        Map<String, ThresholdPoint> last = new LinkedHashMap<>();
        for (ThresholdPoint point : points) {
            String after = String.format(Locale.ROOT, "+%.1f s ", (point.time() - points.get(0).time()) / 1000.0);
            steps.computeIfAbsent(point.spiller(), s -> new StringBuilder()).append(Xhtml.element("li", after + threshold(point)));
            last.put(point.spiller(), point);
        }
        StringBuilder text = new StringBuilder();
        last.forEach((spiller, point) -> text.append(Xhtml.element("details",
                Xhtml.element("summary", Xhtml.text(spiller) + ": " + threshold(point))
                        + Xhtml.element("ul", steps.get(spiller).toString()))));
        return text.isEmpty() ? "-" : text.toString();
    }

    private static String threshold(ThresholdPoint point) {
        if (point.bytes() != Long.MAX_VALUE) {
            return ByteText.of(point.bytes());
        }
        return point.records() == Long.MAX_VALUE ? "none" : String.format(Locale.ROOT, "%,d records", point.records());
    }
}
