// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.spark.util.kvstore.InMemoryStore;
import org.apache.spark.util.kvstore.KVStoreSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpillwayListenerTest {
    private final InMemoryStore store = new InMemoryStore();
    private final Rows rows = new Rows(store);
    private final SpillwayListener listener = new SpillwayListener(store);

    @BeforeEach
    void startAnExecutorOfFourCores() {
        listener.onBlockManagerAdded(LogLines.memory("1", 4000));
        listener.onExecutorAdded(LogLines.executor("1", 4));
    }

    @Test
    void anApplicationWithoutThePlugInHasNoRows() {
        listener.onTaskEnd(LogLines.task(1, "1", 10, 10));
        listener.onStageCompleted(LogLines.completed(1));
        listener.flush();
        assertEquals(List.of(), rows.all(StageRow.class));
    }

    @Test
    void dmrIsWhatATaskReadsForItsShareOfTheHeap() {
        seeOurs();
        listener.onTaskEnd(LogLines.task(1, "1", 100, 400));
        listener.onTaskEnd(LogLines.task(1, "1", 0, 1500));
        listener.onStageCompleted(LogLines.completed(1));
        StageRow row = rows.all(StageRow.class).get(0);
        assertEquals(2000, row.bytesRead());
        assertEquals(1.0, row.dmr(), "1000 bytes a task, 4000 bytes of heap, 4 tasks at once");
        assertEquals(1.5, row.largestDmr());
    }

    @Test
    void aTaskOfTwoCoresHasTwiceTheMemory() {
        seeOurs();
        listener.onEnvironmentUpdate(LogLines.coresPerTask(2));
        listener.onTaskEnd(LogLines.task(1, "1", 0, 1000));
        listener.onTaskEnd(LogLines.task(2, "unknown", 0, 1000));
        listener.flush();
        assertEquals(0.5, row(1).dmr());
        assertTrue(row(2).dmr() < 0, "the memory of an unknown executor is not known");
    }

    @Test
    void timesAreSummedAndThePlugInsSumsAreTheLastOnes() {
        seeOurs();
        listener.onStageSubmitted(LogLines.submitted(1, "groupByKey at X"));
        listener.onTaskEnd(LogLines.task(1, "1", 10, 10));
        listener.onTaskEnd(LogLines.task(1, "1", 10, 10));
        listener.onOtherEvent(new SpillwayStageEvent(1, 0, 1, Map.of("values", 3L), List.of()));
        listener.onOtherEvent(new SpillwayStageEvent(1, 0, 2, Map.of("values", 7L), List.of()));
        StageRow row = row(1);
        assertEquals("groupByKey at X", row.name());
        assertEquals(7, StageSum.VALUES.in(row.sums()));
        assertEquals(List.of(2L, 2000L, 200L, 20L, 60L, 10L), List.of(
                row.tasks(), row.runMillis(), row.gcMillis(), row.fetchWaitMillis(), row.fetchMillis(), row.diskBytesSpilled()));
    }

    @Test
    void whatCameBeforeTheFirstEventOfThePlugInIsNotLost() {
        listener.onTaskEnd(LogLines.task(1, "1", 10, 10));
        listener.onStageCompleted(LogLines.completed(1));
        seeOurs();
        assertEquals(1, row(1).tasks());
    }

    @Test
    void theLatestThousandStagesHaveRows() {
        seeOurs();
        for (int stage = 0; stage < 1010; stage++) {
            listener.onTaskEnd(LogLines.task(stage, "1", 10, 10));
        }
        List<StageRow> all = rows.all(StageRow.class);
        assertEquals(1000, all.size());
        assertTrue(all.stream().allMatch(row -> row.stage() >= 10));
    }

    @Test
    void executorsInTheSameStateShareARow() {
        listener.onOtherEvent(new SpillwayStateEvent("leakyBuffer", "ON", "1", "groups"));
        listener.onOtherEvent(new SpillwayStateEvent("leakyBuffer", "ON", "2", "groups"));
        listener.onOtherEvent(new SpillwayStateEvent("leakyBuffer", "REFUSED", "3", "why"));
        assertTrue(rows.all(StateRow.class).contains(new StateRow("leakyBuffer", "ON", "groups", 2, "2")));
        assertEquals(2, rows.all(StateRow.class).size());
    }

    @Test
    void tasksOnExecutorsWhereAMechanismIsNotOnAreCounted() {
        seeOurs();
        listener.onOtherEvent(new SpillwayStateEvent("leakyBuffer", "REFUSED", "2", "why"));
        listener.onOtherEvent(new SpillwayStateEvent("eagerSpill", "OFF", "2", "set so"));
        listener.onTaskEnd(LogLines.task(1, "1", 10, 10));
        listener.onTaskEnd(LogLines.task(1, "2", 10, 10));
        listener.onTaskEnd(LogLines.task(1, "2", 10, 10));
        listener.onTaskEnd(LogLines.task(1, "unknown", 10, 10));
        listener.flush();
        assertEquals(4, row(1).tasks());
        assertEquals(Map.of("leakyBuffer REFUSED", 2L, "eagerSpill OFF", 2L), row(1).notOn());
    }

    @Test
    void rowsCanLieInADatabase() throws Exception {
        KVStoreSerializer disk = new KVStoreSerializer();
        StageRow stage = new StageRow(1, 2, "n", 3, 4, 0.5, 0.75, 5, 6, 7, 9, 8, Map.of("values", 9L),
                List.of(new ThresholdPoint(1, "A", 2, 3)), Map.of("leakyBuffer REFUSED", 2L));
        assertEquals(stage, disk.deserialize(disk.serialize(stage), StageRow.class));
        StateRow state = new StateRow("leakyBuffer", "ON", "groups", 2, "2");
        assertEquals(state, disk.deserialize(disk.serialize(state), StateRow.class));
    }

    private void seeOurs() {
        listener.onOtherEvent(new SpillwayStateEvent("leakyBuffer", "ON", "1", "groups"));
    }

    private StageRow row(int stage) {
        return rows.all(StageRow.class).stream().filter(row -> row.stage() == stage).findFirst().orElseThrow();
    }
}
