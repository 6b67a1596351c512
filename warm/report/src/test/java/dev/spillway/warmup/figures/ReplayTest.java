// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static dev.spillway.warmup.figures.Traces.forWork;
import static dev.spillway.warmup.figures.Traces.load;
import static dev.spillway.warmup.figures.Traces.program;
import static dev.spillway.warmup.figures.Traces.thread;
import static dev.spillway.warmup.figures.Traces.waited;
import static dev.spillway.warmup.figures.Traces.woken;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.warmup.figures.Replay.Assumption;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayTest {
    // Main starts a worker at 10, waits for its end from 20 on and ends at 110; the worker loads classes from 30 to 90.
    private static final ThreadTrace WORKER = thread(2, 1, 10, 100, true, List.of(load(30, 90)));
    private static final ProgramTrace JOINED = program(110, 0, thread(1, 0, 0, 110, true, List.of(), woken(20, 102, 2, 100)), WORKER);

    @Test
    void withNothingRemovedItTakesAsLongAsItDid() {
        for (Assumption assumption : Assumption.values()) {
            assertEquals(110, Replay.length(JOINED, Map.of(), assumption));
        }
    }

    @Test
    void warmUpOnTheCriticalPathCostsItsTime() {
        assertEquals(new Cost(60, 60, 60), Cost.ofLoading(JOINED));
    }

    @Test
    void warmUpBesideTheCriticalPathCostsNothing() {
        ThreadTrace main = thread(1, 0, 0, 110, true, List.of(), waited(20, 105, Wait.Cause.TIMED));
        assertEquals(new Cost(0, 0, 0), Cost.ofLoading(program(110, 0, main, WORKER)));
    }

    @Test
    void ofTwoThreadsTheSlowerOneCounts() {
        ThreadTrace other = thread(3, 1, 10, 70, true, List.of());
        // Without the worker's loading main comes to its second join at 43 and waits there until the other ends, at 70; it needs 1 to wake up and 6 to end.
        ThreadTrace main = thread(1, 0, 0, 110, true, List.of(), woken(20, 102, 2, 100), woken(103, 104, 3, 70));
        assertEquals(110 - (70 + 1 + 6), Cost.ofLoading(program(110, 0, main, WORKER, other)).estimate());
    }

    @Test
    void aPieceOfWorkDoesNotWaitForTheOneBeforeIt() {
        // A pool's thread serves a timer, which comes at 60 whatever happens, and then main, which loads classes until 80 and waits for its answer.
        ThreadTrace timer = thread(3, 0, 0, 110, false, List.of());
        ThreadTrace pool = thread(2, 0, 0, 110, false, List.of(), forWork(0, 60, 3, 60), forWork(61, 80, 1, 80));
        ThreadTrace main = thread(1, 0, 0, 110, true, List.of(load(0, 80)), woken(80, 90, 2, 90));
        assertEquals(new Cost(80, 80 - 61, 80), Cost.ofLoading(program(110, 0, timer, pool, main)));
    }

    @Test
    void whatIsAssumedOfUnknownWaitsGivesTheBounds() {
        ThreadTrace main = thread(1, 0, 0, 110, true, List.of(load(0, 30)), waited(40, 100, Wait.Cause.UNKNOWN));
        assertEquals(new Cost(30, 0, 30), Cost.ofLoading(program(110, 0, main)));
    }

    @Test
    void socketsTakeAsLongAsTheyDidAtMost() {
        ThreadTrace main = thread(1, 0, 0, 110, true, List.of(load(0, 30)), waited(40, 100, Wait.Cause.SOCKET));
        assertEquals(new Cost(30, 0, 30), Cost.ofLoading(program(110, 0, main)));
    }

    @Test
    void aWaitWithinClassLoadingIsPartOfIt() {
        ThreadTrace main = thread(1, 0, 0, 110, true, List.of(load(10, 100)), waited(20, 90, Wait.Cause.TIMED));
        assertEquals(new Cost(90, 90, 90), Cost.ofLoading(program(110, 0, main)));
    }

    @Test
    void theThreadThatCallsExitEndsTheProgram() {
        ThreadTrace main = thread(1, 0, 0, 110, false, List.of(load(0, 50)));
        ThreadTrace exits = thread(2, 0, 0, 110, false, List.of(load(0, 20)));
        assertEquals(20, Cost.ofLoading(program(110, 2, main, exits)).estimate());
    }
}
