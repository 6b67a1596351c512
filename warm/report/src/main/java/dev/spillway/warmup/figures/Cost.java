// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.figures.Replay.Assumption;
import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.ThreadTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How much sooner the program would have ended without some of its threads' time, in nanoseconds.
 *
 * @param estimate waits of unknown cause take as long as they did
 * @param low they end when they did
 * @param high they take no time
 */
public record Cost(long estimate, long low, long high) {
    /** What class loading cost. */
    public static Cost ofLoading(ProgramTrace program) {
        return of(program, thread -> Intervals.clip(Loading.union(thread.loads()), thread.alive()));
    }

    /** What interpretation cost, also that of loaders. */
    public static Cost ofInterpretation(ProgramTrace program) {
        return of(program, Warmup::interpretation);
    }

    /** What both cost together. */
    public static Cost ofWarmup(ProgramTrace program) {
        return of(program, Warmup::of);
    }

    private static Cost of(ProgramTrace program, Function<ThreadTrace, List<Interval>> part) {
        Map<Long, List<Interval>> removed = new HashMap<>();
        program.threads().forEach(thread -> removed.put(thread.id(), part.apply(thread)));
        return new Cost(
                saved(program, removed, Assumption.SAME_LENGTH),
                saved(program, removed, Assumption.SAME_TIME),
                saved(program, removed, Assumption.NOTHING));
    }

    private static long saved(ProgramTrace program, Map<Long, List<Interval>> removed, Assumption assumption) {
        return program.length() - Replay.length(program, removed, assumption);
    }
}
