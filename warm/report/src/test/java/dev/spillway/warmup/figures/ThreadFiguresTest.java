// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static dev.spillway.warmup.figures.Traces.load;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.LoadKind;
import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.Sample;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadFiguresTest {
    private static final ThreadTrace THREAD = Traces.sampled(1, 1000, List.of(load(100, 300)),
            List.of(sample(50, Mode.INTERPRETED), sample(150, Mode.INTERPRETED), sample(350, Mode.COMPILED), sample(360, Mode.NATIVE),
                    sample(370, Mode.UNKNOWN)),
            // The first wait is within class loading.
            Traces.waited(200, 250, Wait.Cause.SOCKET), Traces.waited(400, 900, Wait.Cause.TIMED));

    @Test
    void theParts() {
        ThreadFigures figures = ThreadFigures.of(THREAD, 10, List.of());
        assertEquals(200, figures.loading());
        assertEquals(200, figures.loads().get(LoadKind.FINDING));
        assertEquals(10, figures.interpreted().time());
        assertEquals(10, figures.overlap().time());
        assertEquals(500, figures.waiting());
        assertEquals(30, figures.vm());
        assertEquals(210, figures.warmup());
    }

    @Test
    void thePartsSumToTheTimeItWasAlive() {
        ThreadFigures f = ThreadFigures.of(THREAD, 10, List.of(new Interval(345, 390)));
        assertEquals(f.alive(),
                f.loading() + f.interpreted().time() + f.compiled() + f.nativeCode() + f.unknown() + f.waiting() + f.paused() + f.rest());
    }

    @Test
    void aPauseCountsWhereTheThreadNeitherLoadsNorWaitsNorRuns() {
        // The first is within class loading, in the second samples found it running for 30, the third begins in a wait, the last outlasts the thread.
        List<Interval> pauses = List.of(new Interval(110, 120), new Interval(345, 390), new Interval(895, 910), new Interval(990, 2000));
        assertEquals(45 - 30 + 10 + 10, ThreadFigures.of(THREAD, 10, pauses).paused());
        assertEquals(0, ThreadFigures.of(THREAD, 10, List.of()).paused());
    }

    @Test
    void theWarmUpThatReplayRemovesIsTheSame() {
        assertEquals(ThreadFigures.of(THREAD, 10, List.of()).warmup(), Intervals.total(Warmup.of(THREAD)));
    }

    private static Sample sample(long time, Mode mode) {
        return new Sample(time, 10, mode);
    }
}
