// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.Load;
import dev.spillway.warmup.trace.LoadKind;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.Sample;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.List;
import java.util.Map;

/** Traces for tests. */
final class Traces {
    private static final String QUEUE = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";

    private Traces() {}

    static ThreadTrace thread(long id, long parent, long start, long end, boolean ended, List<Load> loads, Wait... waits) {
        return new ThreadTrace(id, "t" + id, parent, new Interval(start, end), ended, loads, List.of(waits), List.of(), 0);
    }

    static ThreadTrace sampled(long id, long end, List<Load> loads, List<Sample> samples, Wait... waits) {
        return new ThreadTrace(id, "t" + id, 0, new Interval(0, end), true, loads, List.of(waits), samples, 3);
    }

    static Load load(long start, long end) {
        return new Load(new Interval(start, end), LoadKind.FINDING);
    }

    static Wait woken(long start, long end, long waker, long wakeTime) {
        return new Wait(new Interval(start, end), Wait.Cause.WOKEN, waker, wakeTime, "java.util.concurrent.FutureTask");
    }

    static Wait forWork(long start, long end, long waker, long wakeTime) {
        return new Wait(new Interval(start, end), Wait.Cause.WOKEN, waker, wakeTime, QUEUE);
    }

    static Wait waited(long start, long end, Wait.Cause cause) {
        return Wait.by(new Interval(start, end), cause, "jdk.ThreadSleep");
    }

    static ProgramTrace program(long length, long exitThread, ThreadTrace... threads) {
        return new ProgramTrace(0, length, exitThread, 10, List.of(threads), Map.of(), Map.of(), List.of(), 2);
    }
}
