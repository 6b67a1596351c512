// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import scala.xml.Node;
import scala.xml.XML;

class PageTextTest {
    @Test
    void aPageWithoutRowsIsWellFormed() {
        assertTrue(parsed(PageText.of(List.of(), List.of())).text().contains("Mechanisms"));
    }

    @Test
    void oddTextsAreShownAsTheyAre() {
        String odd = "a <b> & \"c\" 'd' ]]> \ud83d\ude00";
        Node page = parsed(PageText.of(List.of(new StateRow("leakyBuffer", "ON", odd, 1, "<1>")), List.of(row(odd + "\u0001"))));
        assertTrue(page.text().contains("<1>" + odd), page.text());
        assertTrue(page.text().contains(odd + "?"), page.text());
    }

    @Test
    void aStageHasAllItsValues() {
        String text = parsed(PageText.of(List.of(), List.of(row("n")))).text();
        for (String value : List.of("3.1", "1,234,567", "0.5000 / 0.7500", "12 MiB", "42", "2.5 s", "600 ms (10.0%)", "70 ms", "90 ms",
                "+0.0 s 1.0 KiB", "+1.5 s none", "+0.5 s 2,000 records")) {
            assertTrue(text.contains(value), value + " is not in " + text);
        }
    }

    @Test
    void theLatestStageComesFirst() {
        String text = PageText.of(List.of(), List.of(row("n"), new StageRow(
                10, 0, "later", 0, 0, -1, -1, 0, 0, 0, 0, 0, Map.of(), List.of(), Map.of())));
        assertTrue(text.indexOf("later") < text.indexOf("<td>n</td>"), text);
        assertEquals(1, text.split("<td>10.0</td>", -1).length - 1);
    }

    private static StageRow row(String name) {
        return new StageRow(3, 1, name, 8, 1 << 20, 0.5, 0.75, 6000, 600, 70, 90, 80,
                Map.of("values", 1_234_567L, "valueBytes", 12L << 20, "spills", 42L, "spillMillis", 2500L),
                List.of(new ThresholdPoint(1000, "A", Long.MAX_VALUE, 1024),
                        new ThresholdPoint(1500, "B", 2000, Long.MAX_VALUE),
                        new ThresholdPoint(2500, "A", Long.MAX_VALUE, Long.MAX_VALUE)), Map.of());
    }

    private static Node parsed(String page) {
        return XML.loadString(page);
    }
}
