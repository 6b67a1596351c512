// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.util.JsonProtocol;
import org.junit.jupiter.api.Test;

/** The plug-in's events as Spark writes them to the event log and reads them from there. */
class EventLogTest {
    private final SpillwayStageEvent stage = new SpillwayStageEvent(3, 1, 2, Map.of("values", 5_000_000_000L, "spills", 1L),
            List.of(new ThresholdPoint(12, "ExternalSorter", Long.MAX_VALUE, 4096)));

    @Test
    void whatIsWrittenIsRead() {
        assertEquals(stage, JsonProtocol.sparkEventFromJson(JsonProtocol.sparkEventToJsonString(stage)));
        SparkListenerEvent state = new SpillwayStateEvent("leakyBuffer", "REFUSED", "7", "\"odd\" <Spark>");
        assertEquals(state, JsonProtocol.sparkEventFromJson(JsonProtocol.sparkEventToJsonString(state)));
    }

    @Test
    void theLineNamesTheClassAndEachValue() {
        String line = JsonProtocol.sparkEventToJsonString(stage);
        assertTrue(line.startsWith("{\"Event\":\"dev.spillway.spark.ui.SpillwayStageEvent\""), line);
        assertTrue(line.contains("\"values\":5000000000"), line);
        assertTrue(stage.logEvent(), "or Spark would not write it");
    }

    @Test
    void linesOfOtherVersionsAreRead() {
        assertEquals(new SpillwayStageEvent(3, 0, 0, Map.of(), List.of()), JsonProtocol.sparkEventFromJson(
                "{\"Event\":\"dev.spillway.spark.ui.SpillwayStageEvent\",\"stageId\":3,\"later\":{\"a\":1}}"));
    }
}
