// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was left to Spark, as XHTML: a stage's cell of each mechanism that counts it, and why executors cannot count. */
final class FallBacks {
    private static final String LEAKY = "leakyBuffer";
    private static final String EAGER = "eagerSpill";
    private static final Map<StageSum, String> REASONS = Map.of(StageSum.USER_THRESHOLDS, "user's threshold",
            StageSum.OFF_HEAP_SPILLERS, "off-heap", StageSum.FAILED_CONTROLLERS, "failed");

    private FallBacks() {}

    static String ofLeakyBuffer(StageRow row) {
        return cell(row, LEAKY, PageText.number(StageSum.STOCK_READS.in(row.sums())));
    }

    static String ofEagerSpill(StageRow row) {
        String counted = StageSum.EAGER_FALL_BACKS.stream().filter(reason -> reason.in(row.sums()) > 0)
                .map(reason -> PageText.number(reason.in(row.sums())) + " " + REASONS.get(reason)).collect(Collectors.joining(", "));
        return cell(row, EAGER, counted.isEmpty() ? "0" : Xhtml.text(counted));
    }

    // What refuses has no hook that could count: there all is left to Spark.
    private static String cell(StageRow row, String mechanism, String counted) {
        long refused = row.notOn().getOrDefault(ExecutorStates.key(mechanism, ExecutorStates.REFUSED), 0L);
        if (refused > 0) {
            String all = String.format(Locale.ROOT, "refused in %,d of %,d tasks", refused, row.tasks());
            return refused == row.tasks() ? all : counted + "; " + all;
        }
        long off = row.notOn().getOrDefault(ExecutorStates.key(mechanism, ExecutorStates.OFF), 0L);
        return off > 0 && off == row.tasks() ? "-" : counted;
    }

    /** A line for each reason why executors refuse one of the two; empty if none does. */
    static String refusals(List<StateRow> states) {
        return states.stream().filter(row -> ExecutorStates.REFUSED.equals(row.kind()) && List.of(LEAKY, EAGER).contains(row.mechanism()))
                .sorted(Comparator.comparing(StateRow::key))
                .map(row -> Xhtml.element("p", Xhtml.text(String.format(Locale.ROOT, "%s is refused on %,d of %,d executors: %s",
                        row.mechanism(), row.executors(), started(row.mechanism(), states), row.detail()))))
                .collect(Collectors.joining());
    }

    private static int started(String mechanism, List<StateRow> states) {
        return states.stream().filter(row -> mechanism.equals(row.mechanism())).mapToInt(StateRow::executors).sum();
    }
}
