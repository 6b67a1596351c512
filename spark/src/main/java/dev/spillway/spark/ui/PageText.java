// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import dev.spillway.spark.ByteText;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The content of the tab as XHTML: what is on, and a row for each stage, the latest first. */
final class PageText {
    private static final List<String> STATE_HEADS = List.of("Mechanism", "State", "Executors started so", "Last executor", "Detail");
    private static final List<String> STAGE_HEADS = List.of("Stage", "Description", "Tasks", "Read", "DMR (mean / largest task)",
            "Values kept as bytes", "Objects avoided (at least)", "Spills", "Spill time", "Spilled to disk", "Threshold over time",
            "GC time (share)", "Fetch wait", "Fetch requests", "Fall-backs of leakyBuffer", "Fall-backs of eagerSpill");
    private static final String LEGEND = "DMR is the input of a task, input and shuffle bytes as Spark counts them, divided by its"
            + " memory: the executor's heap memory for execution and storage divided by the tasks it runs at once. Each value kept as"
            + " bytes is at least one object less on the heap. Spills and their time are those of leaky maps and, with eager spill, of"
            + " Spark's sorters and maps; spilled to disk is all. Times are sums over tasks; a thousand stages are kept. Fall-backs"
            + " of leakyBuffer are partitions of RDDs that group or join, which Spark read its own way; those of eagerSpill are"
            + " spillers whose threshold is left to Spark, by reason. Where executors refuse a mechanism, all is; a dash says that it is"
            + " off.";

    private PageText() {}

    static String of(List<StateRow> states, List<StageRow> stages) {
        return Xhtml.element("div",
                Xhtml.element("h4", "Mechanisms")
                + Xhtml.table("spillway-states", STATE_HEADS, states.stream()
                        .sorted(Comparator.comparing(StateRow::key)).map(PageText::cells).toList())
                + Xhtml.element("h4", "Stages")
                + FallBacks.refusals(states)
                + Xhtml.table("spillway-stages", STAGE_HEADS, stages.stream()
                        .sorted(Comparator.comparingInt(StageRow::stage).thenComparingInt(StageRow::attempt).reversed())
                        .map(PageText::cells).toList())
                + Xhtml.element("p", LEGEND));
    }

    private static List<String> cells(StateRow row) {
        return List.of(Xhtml.text(row.mechanism()), Xhtml.text(row.kind()), number(row.executors()), Xhtml.text(row.last()),
                Xhtml.text(row.detail()));
    }

    private static List<String> cells(StageRow row) {
        return List.of(
                row.key(),
                Xhtml.text(row.name()),
                number(row.tasks()),
                ByteText.of(row.bytesRead()),
                row.dmr() < 0 ? "-" : String.format(Locale.ROOT, "%.4f / %.4f", row.dmr(), row.largestDmr()),
                ByteText.of(StageSum.VALUE_BYTES.in(row.sums())),
                number(StageSum.VALUES.in(row.sums())),
                number(StageSum.SPILLS.in(row.sums())),
                time(StageSum.SPILL_MILLIS.in(row.sums())),
                ByteText.of(row.diskBytesSpilled()),
                Thresholds.text(row.thresholds()),
                time(row.gcMillis()) + share(row.gcMillis(), row.runMillis()),
                time(row.fetchWaitMillis()),
                time(row.fetchMillis()),
                FallBacks.ofLeakyBuffer(row),
                FallBacks.ofEagerSpill(row));
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String time(long millis) {
        return millis < 1000 ? millis + " ms"
                : String.format(Locale.ROOT, "%.1f s", (double) millis / TimeUnit.SECONDS.toMillis(1));
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "" : String.format(Locale.ROOT, " (%.1f%%)", 100.0 * part / whole);
    }
}
