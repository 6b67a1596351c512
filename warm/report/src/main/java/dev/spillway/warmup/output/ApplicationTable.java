// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.output;

import dev.spillway.warmup.figures.Application;
import dev.spillway.warmup.figures.Cost;
import java.util.Locale;

/** The report of several JVMs as text; times are milliseconds. */
public final class ApplicationTable {
    private static final String ROW = "%-34s %10s %10s %10s %12s %12s | %10s %24s";

    private ApplicationTable() {}

    /** Lines of the table. */
    public static String of(ReportFiles.Whole whole) {
        Application application = whole.application();
        StringBuilder text = new StringBuilder();
        line(text, ROW, "", "", "", "", "", "", "would have", "");
        line(text, ROW, "JVM (ms)", "begins at", "runs", "loading", "interpreted", "compilers", "ended by", "between");
        for (Application.Jvm jvm : application.jvms()) {
            line(text, ROW, jvm.name(), ms(jvm.started()), ms(jvm.length()), ms(jvm.loading()), ms(jvm.interpreted()), ms(jvm.compilation()),
                    ms(jvm.cost().estimate()), range(jvm.cost()));
        }
        if (whole.without() > 0) {
            line(text, "(%d more JVMs were killed, halted or not yet done with their reports)", whole.without());
        }
        Cost cost = application.cost();
        line(text, "%nthe command took %s ms; without the warm-up of its JVMs it would have ended sooner by %s ms, %.1f%%   (between %s)", ms(application.length()),
                ms(cost.estimate()), 100.0 * cost.estimate() / Math.max(1, application.length()), range(cost));
        if (whole.comparison() != null) {
            Table.compared(text, whole.comparison());
        }
        return text.toString();
    }

    private static String range(Cost cost) {
        return ms(cost.low()) + " and " + ms(cost.high());
    }

    private static String ms(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
    }
}
