// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs a recorded program again without some of its threads' time (blocked-time analysis: Ousterhout et al., NSDI 2015). A thread's own work
 * takes as long as it did, less what is taken away; a wait ends when the thread that ended it gets to that point. Processors are not modelled.
 */
public final class Replay {
    /** What is assumed where the recording does not say what depends on what. */
    public enum Assumption {
        /** All work keeps its order within its thread, and waits of unknown cause end when they did. */
        LEAST_SAVED,
        /** Pieces of work from a queue need not come in their order, and waits for a result take as long as they did where their cause is unknown. */
        LIKELY,
        /** A wait depends only on what ended it: what remains is the critical path; waits of unknown cause take no time. */
        MOST_SAVED
    }

    private final Map<Long, ThreadTrace> threads = new HashMap<>();
    private final Map<Long, List<Interval>> removed;
    private final Assumption assumption;
    // Of each thread: moments of the recording, and when they come in the replay.
    private final Map<Long, TreeMap<Long, Long>> moments = new HashMap<>();

    private Replay(ProgramTrace program, Map<Long, List<Interval>> removed, Assumption assumption) {
        program.threads().forEach(thread -> threads.put(thread.id(), thread));
        this.removed = removed;
        this.assumption = assumption;
    }

    /** How long the program takes without the time that is removed from each thread. */
    public static long length(ProgramTrace program, Map<Long, List<Interval>> removed, Assumption assumption) {
        Replay replay = new Replay(program, removed, assumption);
        replay.run(program);
        return replay.end(program);
    }

    private record Step(long time, ThreadTrace thread, Wait blocked) {}

    private void run(ProgramTrace program) {
        List<Step> steps = new ArrayList<>();
        for (ThreadTrace thread : program.threads()) {
            steps.add(new Step(thread.alive().start(), thread, null));
            long last = thread.alive().start();
            for (Wait wait : thread.waits().stream().sorted(Comparator.comparingLong(w -> w.time().start())).toList()) {
                // A wait within another one, or within what is removed, is a part of that.
                if (wait.time().start() >= last && !Intervals.contains(removed(thread), wait.time().start())) {
                    steps.add(new Step(wait.time().end(), thread, wait));
                    last = wait.time().end();
                }
            }
        }
        // In the order of the recording whatever a step depends on has been replayed before.
        steps.sort(Comparator.comparingLong(Step::time));
        for (Step step : steps) {
            TreeMap<Long, Long> own = moments.computeIfAbsent(step.thread.id(), id -> new TreeMap<>());
            if (step.blocked == null) {
                own.put(step.time, step.thread.parent() == 0 ? step.time : at(step.thread.parent(), step.time));
            } else {
                long start = at(step.thread.id(), step.blocked.time().start());
                own.put(step.blocked.time().start(), start);
                own.put(step.blocked.time().end(), endOf(step.blocked, start));
            }
        }
    }

    private long endOf(Wait wait, long start) {
        long sameLength = start + wait.time().length();
        switch (wait.cause()) {
            case WOKEN:
                long latency = wait.time().end() - Math.max(wait.wakeTime(), wait.time().start());
                long woken = at(wait.waker(), wait.wakeTime());
                boolean ordered = assumption == Assumption.LEAST_SAVED || assumption == Assumption.LIKELY && !Dependencies.isForWork(wait);
                return (ordered ? Math.max(start, woken) : woken) + latency;
            case TIMED:
                return sameLength;
            case SOCKET:
                return assumption == Assumption.LEAST_SAVED ? Math.max(start, wait.time().end()) : sameLength;
            default:
                return switch (assumption) {
                    case LEAST_SAVED -> Math.max(start, wait.time().end());
                    case LIKELY -> Dependencies.isForWork(wait) ? start : sameLength;
                    case MOST_SAVED -> start;
                };
        }
    }

    // When a thread comes to a moment of the recording.
    private long at(long id, long time) {
        TreeMap<Long, Long> own = moments.get(id);
        Map.Entry<Long, Long> before = own == null ? null : own.floorEntry(time);
        if (before == null) {
            return time;
        }
        long until = Math.min(time, threads.get(id).alive().end());
        long from = Math.min(before.getKey(), until);
        return before.getValue() + until - from - Intervals.within(removed(threads.get(id)), from, until);
    }

    private List<Interval> removed(ThreadTrace thread) {
        return removed.getOrDefault(thread.id(), List.of());
    }

    // The program ends when exit is called, or else with the last of the threads that had ended by themselves.
    private long end(ProgramTrace program) {
        if (program.exitThread() != 0) {
            return at(program.exitThread(), program.length());
        }
        return program.threads().stream()
                .filter(ThreadTrace::ended)
                .mapToLong(thread -> at(thread.id(), thread.alive().end()) + program.length() - lastEnd(program))
                .max()
                .orElse(program.length());
    }

    private static long lastEnd(ProgramTrace program) {
        return program.threads().stream().filter(ThreadTrace::ended).mapToLong(t -> t.alive().end()).max().orElseThrow();
    }
}
