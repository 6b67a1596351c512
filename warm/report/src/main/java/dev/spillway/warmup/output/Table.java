// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.output;

import dev.spillway.warmup.figures.Cost;
import dev.spillway.warmup.figures.Estimate;
import dev.spillway.warmup.figures.Report;
import dev.spillway.warmup.figures.ThreadFigures;
import dev.spillway.warmup.run.WarmRuns;
import dev.spillway.warmup.trace.LoadKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report as text; times are milliseconds. */
public final class Table {
    private static final String ROW = "%-28s %9s | %8s %8s %8s %8s %8s %8s | %8s %17s %8s | %8s %8s %9s %8s %8s";
    private static final int MOST_ROWS = 20;

    private Table() {}

    /**
     * Lines of the table.
     *
     * @param runs on a warm server, null if there were none
     */
    public static String of(Report report, WarmRuns runs) {
        StringBuilder text = new StringBuilder();
        line(text, ROW, "", "", "loading", "", "", "", "", "", "interp-", "", "of it in", "", "", "", "", "");
        line(text, ROW, "thread (ms)", "alive", "all", "finding", "reading", "defining", "boot", "other", "reted", "95% interval", "loading",
                "compiled", "native", "waiting", "paused", "rest");
        // Threads that did next to nothing would bury the others.
        List<ThreadFigures> busy = report.threads().stream()
                .filter(t -> t.warmup() * 200 >= report.total().warmup() && t.warmup() > 0)
                .limit(MOST_ROWS)
                .toList();
        busy.forEach(thread -> row(text, thread));
        row(text, report.total());
        line(text, "(%d of %d threads are listed; all are in report.json)", busy.size(), report.threads().size());
        text.append('\n');
        program(text, report);
        if (runs != null) {
            compared(text, runs);
        }
        return text.toString();
    }

    private static void row(StringBuilder text, ThreadFigures t) {
        Map<LoadKind, Long> loads = t.loads();
        String name = t.name().length() > 28 ? t.name().substring(0, 27) + "~" : t.name();
        Estimate interpreted = t.interpreted();
        line(text, ROW, name, ms(t.alive()), ms(t.loading()), ms(loads.get(LoadKind.FINDING)), ms(loads.get(LoadKind.READING)),
                ms(loads.get(LoadKind.DEFINING)), ms(loads.get(LoadKind.BOOT)), ms(loads.get(LoadKind.OTHER)),
                ms(interpreted.time() + t.overlap().time()),
                ms(interpreted.low() + t.overlap().low()) + "-" + ms(interpreted.high() + t.overlap().high()),
                ms(t.overlap().time()), ms(t.compiled()), ms(t.nativeCode()), ms(t.waiting()), ms(t.paused()), ms(t.rest() + t.unknown()));
    }

    private static void program(StringBuilder text, Report report) {
        line(text, "the program took %s ms on %d processors; collector's pauses %s ms; compiler threads %s", ms(report.length()), report.processors(),
                ms(report.pauses()), compilers(report.compilation()));
        line(text, "without its warm-up it would have ended sooner by (replay of its threads, which takes %.1f%% of the recorded time):",
                100.0 * report.replayed() / Math.max(1, report.length()));
        cost(text, "class loading", report.costOfLoading(), report);
        cost(text, "interpretation", report.costOfInterpretation(), report);
        cost(text, "both", report.cost(), report);
    }

    static void compared(StringBuilder text, WarmRuns runs) {
        line(text, "a warm run saves %s ms: %s ms on plain java, %s ms on a warm server (medians of %d runs each in turns, with the VM's start and end; %d of the latter were warm)",
                ms(runs.saved()), ms(WarmRuns.median(runs.plain())), ms(WarmRuns.median(runs.warm())), runs.plain().size(), runs.served());
    }

    private static void cost(StringBuilder text, String name, Cost cost, Report report) {
        line(text, "  %-16s %8s ms, %4.1f%%   (between %s and %s ms, by what is assumed of dependencies)", name, ms(cost.estimate()),
                100.0 * cost.estimate() / Math.max(1, report.length()), ms(cost.low()), ms(cost.high()));
    }

    private static String compilers(Map<String, Long> times) {
        StringBuilder text = new StringBuilder();
        times.forEach((name, time) -> text.append(text.isEmpty() ? "" : ", ").append(name).append(' ').append(ms(time)).append(" ms"));
        return text.isEmpty() ? "0.0 ms" : text.toString();
    }

    private static String ms(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
    }
}
