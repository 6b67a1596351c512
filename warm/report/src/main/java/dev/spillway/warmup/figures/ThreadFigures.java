// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.LoadKind;
import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.Sample;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where the time of one thread went, in nanoseconds. Loading, interpreted, compiled, native, unknown, waiting, paused and rest sum to
 * the time it was alive.
 *
 * @param loading wall time in class loading, exact
 * @param loads the same by what was done
 * @param interpreted processor time in interpreted code outside of class loading
 * @param overlap processor time in interpreted code within class loading
 * @param compiled processor time in compiled code outside of class loading
 * @param nativeCode processor time in native methods outside of class loading
 * @param unknown processor time of samples whose code is not known, outside of class loading
 * @param waiting wall time outside of class loading that was spent waiting
 * @param paused wall time outside of class loading and waiting in which the collector had stopped it; threads in native code may run on
 * @param rest what is left: the VM's own code, waits nobody recorded, and a thread without a processor
 * @param vm processor time in the VM's own code, class loading included
 */
public record ThreadFigures(
        String name,
        long alive,
        long loading,
        Map<LoadKind, Long> loads,
        Estimate interpreted,
        Estimate overlap,
        long compiled,
        long nativeCode,
        long unknown,
        long waiting,
        long paused,
        long rest,
        long vm) {

    /**
     * Computes the figures of a thread.
     *
     * @param period of processor time between two samples, on average
     * @param pauses the collector's, as {@link Intervals#union} gives them
     */
    public static ThreadFigures of(ThreadTrace thread, long period, List<Interval> pauses) {
        List<Interval> loading = Intervals.clip(Loading.union(thread.loads()), thread.alive());
        Map<LoadKind, Long> loads = new EnumMap<>(LoadKind.class);
        Loading.split(thread.loads()).forEach((kind, i) -> loads.put(kind, Intervals.total(Intervals.clip(i, thread.alive()))));
        List<Interval> waits = Intervals.clip(Intervals.union(thread.waits().stream().map(Wait::time).toList()), thread.alive());
        long waiting = Intervals.total(Intervals.subtract(waits, loading));
        Map<Boolean, List<Sample>> inside = samples(thread);
        List<Sample> outside = inside.get(false);
        long alive = thread.alive().length();
        List<Interval> stopped = Intervals.subtract(Intervals.subtract(Intervals.clip(pauses, thread.alive()), loading), waits);
        long paused = Intervals.total(stopped) - Math.min(Intervals.total(stopped), ranWithin(outside, stopped));
        long rest = alive - Intervals.total(loading) - waiting - paused - outside.stream().mapToLong(Sample::weight).sum();
        return new ThreadFigures(
                thread.name(), alive, Intervals.total(loading), loads,
                Estimate.of(outside, Mode.INTERPRETED, period), Estimate.of(inside.get(true), Mode.INTERPRETED, period),
                sum(outside, Mode.COMPILED), sum(outside, Mode.NATIVE), sum(outside, Mode.UNKNOWN), waiting, paused, rest, thread.lost() * period);
    }

    /** The thread's samples within class loading (true) and outside of it. */
    static Map<Boolean, List<Sample>> samples(ThreadTrace thread) {
        List<Interval> loading = Loading.union(thread.loads());
        return thread.samples().stream().collect(Collectors.partitioningBy(s -> Intervals.contains(loading, s.time())));
    }

    /** Class loading and interpretation, each moment once. */
    public long warmup() {
        return loading + interpreted.time();
    }

    private static long ranWithin(List<Sample> samples, List<Interval> times) {
        return samples.stream().filter(s -> Intervals.contains(times, s.time())).mapToLong(Sample::weight).sum();
    }

    private static long sum(List<Sample> samples, Mode mode) {
        return samples.stream().filter(s -> s.mode() == mode).mapToLong(Sample::weight).sum();
    }
}
