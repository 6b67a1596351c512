// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.figures.Replay.Assumption;
import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.ThreadTrace;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How much sooner the program would have ended without some of its threads' time, in nanoseconds.
 *
 * @param estimate by the likely assumption about dependencies
 * @param low the least by any of the assumptions
 * @param high the most by any of them
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

    /** How long the replay of the run itself takes: the closer to the recorded length, the better the replay. */
    public static long replayed(ProgramTrace program) {
        return Replay.length(Dependencies.of(program), Map.of(), Assumption.LIKELY);
    }

    private static Cost of(ProgramTrace recorded, Function<ThreadTrace, List<Interval>> part) {
        ProgramTrace program = Dependencies.of(recorded);
        Map<Long, List<Interval>> removed = new HashMap<>();
        recorded.threads().forEach(thread -> removed.put(thread.id(), part.apply(thread)));
        // Against the replay with nothing removed, so that what an assumption itself adds or drops does not count.
        Map<Assumption, Long> saved = new EnumMap<>(Assumption.class);
        for (Assumption assumption : Assumption.values()) {
            saved.put(assumption, Replay.length(program, Map.of(), assumption) - Replay.length(program, removed, assumption));
        }
        return new Cost(saved.get(Assumption.LIKELY), Collections.min(saved.values()), Collections.max(saved.values()));
    }
}
