// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.LoadKind;
import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.Sample;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * All figures of a run, in nanoseconds.
 *
 * @param started when the main class was searched for, in nanoseconds since 1970
 * @param length from the search for the main class to the start of the shutdown
 * @param period processor time between two samples
 * @param threads those with the most warm-up first
 * @param total sums over the threads
 * @param compilation time of the compiler threads by compiler
 * @param compilers the same by compiler thread
 * @param pauses time of the collector's pauses
 * @param replayed how long the replay of the run itself takes
 * @param cost what warm-up cost the program
 * @param costOfLoading what class loading alone cost it
 * @param costOfInterpretation what interpretation alone cost it
 */
public record Report(
        long started,
        long length,
        long period,
        int processors,
        List<ThreadFigures> threads,
        ThreadFigures total,
        Map<String, Long> compilation,
        Map<String, Long> compilers,
        long pauses,
        long replayed,
        Cost cost,
        Cost costOfLoading,
        Cost costOfInterpretation) {

    /** Computes the figures of a program. */
    public static Report of(ProgramTrace program) {
        List<ThreadFigures> threads = program.threads().stream()
                .map(thread -> ThreadFigures.of(thread, program.period(), program.pauses()))
                .sorted(Comparator.comparingLong(ThreadFigures::warmup).reversed())
                .toList();
        return new Report(
                program.started(), program.length(), program.period(), program.processors(), threads, total(threads, program),
                program.compilation(), program.compilers(), Intervals.total(program.pauses()),
                Cost.replayed(program), Cost.ofWarmup(program), Cost.ofLoading(program), Cost.ofInterpretation(program));
    }

    private static ThreadFigures total(List<ThreadFigures> threads, ProgramTrace program) {
        Map<LoadKind, Long> loads = new EnumMap<>(LoadKind.class);
        threads.forEach(t -> t.loads().forEach((kind, time) -> loads.merge(kind, time, Long::sum)));
        return new ThreadFigures(
                "all threads", sum(threads, ThreadFigures::alive), sum(threads, ThreadFigures::loading), loads,
                all(program, false), all(program, true),
                sum(threads, ThreadFigures::compiled), sum(threads, ThreadFigures::nativeCode), sum(threads, ThreadFigures::unknown),
                sum(threads, ThreadFigures::waiting), sum(threads, ThreadFigures::paused), sum(threads, ThreadFigures::rest), sum(threads, ThreadFigures::vm));
    }

    private static long sum(List<ThreadFigures> threads, ToLongFunction<ThreadFigures> figure) {
        return threads.stream().mapToLong(figure).sum();
    }

    // The interval of a sum is not the sum of the intervals: it comes from the samples of all threads.
    private static Estimate all(ProgramTrace program, boolean inLoading) {
        List<Sample> samples = program.threads().stream()
                .flatMap(t -> ThreadFigures.samples(t).get(inLoading).stream())
                .toList();
        return Estimate.of(samples, Mode.INTERPRETED, program.period());
    }
}
