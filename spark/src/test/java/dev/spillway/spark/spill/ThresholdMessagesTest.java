// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class ThresholdMessagesTest {
    private final RecentStages known = new RecentStages();
    private final ShuffleRecords records = new ShuffleRecords();
    private final StageKey key = new StageKey(7, "ExternalSorter");

    @Test
    void whatOneExecutorTellsAnotherIsTold() {
        assertNull(ThresholdMessages.receive(ThresholdMessages.ask(key), known, records));
        SpillThreshold found = new SpillThreshold(Long.MAX_VALUE, 12345, true);
        ThresholdMessages.receive(ThresholdMessages.tell(key, found), known, records);
        assertEquals(found, ThresholdMessages.threshold(ThresholdMessages.receive(ThresholdMessages.ask(key), known, records)));
    }

    @Test
    void aStageThatOverflowsDoesSoForAll() {
        ThresholdMessages.receive(ThresholdMessages.tell(key, SpillThreshold.ofBytes(1).overflowing(true)), known, records);
        ThresholdMessages.receive(ThresholdMessages.tell(key, SpillThreshold.ofBytes(2)), known, records);
        assertEquals(SpillThreshold.ofBytes(2).overflowing(true), known.get(key));
    }

    @Test
    void anotherStageBeginsAfresh() {
        ThresholdMessages.receive(ThresholdMessages.tell(key, SpillThreshold.ofBytes(1)), known, records);
        assertNull(ThresholdMessages.receive(ThresholdMessages.ask(new StageKey(8, "ExternalSorter")), known, records));
        assertNull(ThresholdMessages.receive(ThresholdMessages.ask(new StageKey(7, "LeakyMap")), known, records));
    }

    @Test
    void aStageThatTheDriverDoesNotKnowHasNoRecords() {
        assertEquals("0", ThresholdMessages.receive(ThresholdMessages.askRecords(7), known, records));
    }

    @Test
    void oldStagesAreForgotten() {
        known.put(key, SpillThreshold.ofBytes(1));
        for (int stage = 100; stage < 1100; stage++) {
            known.put(new StageKey(stage, "x"), SpillThreshold.ofBytes(2));
        }
        assertNull(known.get(key));
    }
}
