// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FallBacksTest {
    private static final Map<String, Long> SUMS = Map.of("stockReads", 2000L,
            "eagerSpill.fallBacks.userThreshold", 3L, "eagerSpill.fallBacks.offHeap", 0L, "eagerSpill.fallBacks.failed", 1L);

    @Test
    void whereAllExecutorsHaveBothOnTheyAreCounted() {
        assertCells(row(SUMS, Map.of()), "2,000", "3 user&#39;s threshold, 1 failed");
        assertCells(row(Map.of(), Map.of("secondHeap OFF", 8L)), "0", "0");
    }

    @Test
    void aRefusalIsNotTakenForNoFallBack() {
        assertCells(row(Map.of(), Map.of("leakyBuffer REFUSED", 8L)), "refused in 8 of 8 tasks", "0");
        assertCells(row(SUMS, Map.of("leakyBuffer REFUSED", 3L, "eagerSpill REFUSED", 8L)), "2,000; refused in 3 of 8 tasks", "refused in 8 of 8 tasks");
    }

    @Test
    void whatIsOffHasADash() {
        assertCells(row(Map.of(), Map.of("leakyBuffer OFF", 8L, "eagerSpill OFF", 8L)), "-", "-");
    }

    @Test
    void aRowOfAnotherVersionCounts() {
        assertCells(row(SUMS, null), "2,000", "3 user&#39;s threshold, 1 failed");
    }

    @Test
    void eachReasonOfARefusalIsALineWithItsExecutors() {
        List<StateRow> states = List.of(new StateRow("leakyBuffer", "ON", "groups", 5, "6"), new StateRow("leakyBuffer", "REFUSED", "<b>", 1, "1"),
                new StateRow("leakyBuffer", "REFUSED", "<a>", 2, "3"), new StateRow("eagerSpill", "ON", "default law", 8, "6"),
                new StateRow("leakyBuffer.writes", "REFUSED", "no lengths", 1, "driver"));
        assertEquals("<p>leakyBuffer is refused on 2 of 8 executors: &lt;a&gt;</p><p>leakyBuffer is refused on 1 of 8 executors: &lt;b&gt;</p>",
                FallBacks.refusals(states));
        assertTrue(PageText.of(states, List.of()).contains("<h4>Stages</h4><p>leakyBuffer is refused on 2 of 8"));
    }

    private static void assertCells(StageRow row, String leaky, String eager) {
        String page = PageText.of(List.of(), List.of(row));
        assertTrue(page.contains("<td>" + leaky + "</td><td>" + eager + "</td></tr>"), page);
    }

    private static StageRow row(Map<String, Long> sums, Map<String, Long> notOn) {
        return new StageRow(3, 0, "n", 8, 0, -1, -1, 0, 0, 0, 0, 0, sums, List.of(), notOn);
    }
}
