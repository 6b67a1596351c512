// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static dev.spillway.warmup.figures.Traces.load;
import static dev.spillway.warmup.figures.Traces.program;
import static dev.spillway.warmup.figures.Traces.thread;
import static dev.spillway.warmup.figures.Traces.waited;
import static dev.spillway.warmup.figures.Traces.woken;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class DependenciesTest {
    private static final long MS = 1_000_000;

    @Test
    void aThreadThatPollsWaitsForWhatEndsTheLastPoll() {
        ThreadTrace polls = thread(1, 0, 0, 250 * MS, true, List.of(), waited(0, 100 * MS, Wait.Cause.TIMED),
                waited(100 * MS + 1, 200 * MS, Wait.Cause.TIMED), waited(200 * MS + 1, 250 * MS, Wait.Cause.SOCKET));
        assertEquals(List.of(waited(0, 250 * MS, Wait.Cause.SOCKET)), waits(polls));
    }

    @Test
    void timeOutsWithWorkBetweenThemStayWhatTheyAre() {
        Wait first = waited(0, 100 * MS, Wait.Cause.TIMED);
        Wait second = waited(110 * MS, 200 * MS, Wait.Cause.TIMED);
        Wait other = woken(200 * MS, 210 * MS, 2, 205 * MS);
        assertEquals(List.of(first, second, other), waits(thread(1, 0, 0, 210 * MS, true, List.of(), first, second, other)));
    }

    @Test
    void aWakerThatWasNotSeenDuringTheWaitWasWokenBySomethingUnknown() {
        Wait wait = woken(0, 300 * MS, 2, 300 * MS);
        ThreadTrace main = thread(1, 0, 0, 300 * MS, true, List.of(), wait);
        ThreadTrace polling = thread(2, 0, 0, 400 * MS, false, List.of(load(0, 20 * MS), load(290 * MS, 400 * MS)));
        ThreadTrace loading = thread(2, 0, 0, 400 * MS, false, List.of(load(0, 400 * MS)));
        assertEquals(List.of(Wait.by(wait.time(), Wait.Cause.UNKNOWN, wait.on())), waits(main, polling));
        assertEquals(List.of(wait), waits(main, loading));
    }

    @Test
    void aThreadThatIsNotSeenForLongWaits() {
        ThreadTrace selecting = thread(1, 0, 0, 300 * MS, true, List.of(load(0, 100 * MS), load(140 * MS, 200 * MS)));
        assertEquals(List.of(Wait.by(new Interval(200 * MS, 300 * MS), Wait.Cause.UNKNOWN, "unseen")), waits(selecting));
    }

    private static List<Wait> waits(ThreadTrace... threads) {
        return Dependencies.of(program(400 * MS, 0, threads)).threads().get(0).waits();
    }
}
