// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.LoadKind;
import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The time of a thread, or of a program, in equal slices, for a picture.
 *
 * @param shares of each activity its share of each slice
 */
public record Strip(String name, Map<Activity, double[]> shares) {
    /** What a thread does. */
    public enum Activity { FINDING, READING, DEFINING, BOOT, OTHER_LOADING, INTERPRETED, COMPILED, NATIVE, WAITING, REST }

    /** Cuts a thread's part of the program's time into slices. */
    public static Strip of(ThreadTrace thread, long length, int slices) {
        Map<Activity, List<Interval>> times = new EnumMap<>(Activity.class);
        Map<LoadKind, List<Interval>> loads = Loading.split(thread.loads());
        List<Interval> taken = Intervals.clip(Loading.union(thread.loads()), thread.alive());
        for (LoadKind kind : LoadKind.values()) {
            times.put(of(kind), Intervals.clip(loads.get(kind), thread.alive()));
        }
        List<Interval> waits = Intervals.clip(Intervals.union(thread.waits().stream().map(Wait::time).toList()), thread.alive());
        taken = put(times, Activity.WAITING, waits, taken);
        taken = put(times, Activity.INTERPRETED, Warmup.sampled(thread, Mode.INTERPRETED), taken);
        taken = put(times, Activity.COMPILED, Warmup.sampled(thread, Mode.COMPILED), taken);
        taken = put(times, Activity.NATIVE, Warmup.sampled(thread, Mode.NATIVE), taken);
        put(times, Activity.REST, List.of(thread.alive()), taken);
        Map<Activity, double[]> shares = new EnumMap<>(Activity.class);
        times.forEach((activity, intervals) -> shares.put(activity, slice(intervals, length, slices)));
        return new Strip(thread.name(), shares);
    }

    /** What all threads of a program do together, in parts of what its processors can: no waiting, nor what is not known. */
    public static Strip of(ProgramTrace program, int slices) {
        Map<Activity, double[]> shares = new EnumMap<>(Activity.class);
        for (Activity activity : Activity.values()) {
            shares.put(activity, new double[slices]);
        }
        for (ThreadTrace thread : program.threads()) {
            of(thread, program.length(), slices).shares().forEach((activity, own) -> {
                if (activity != Activity.WAITING && activity != Activity.REST) {
                    Arrays.setAll(shares.get(activity), i -> shares.get(activity)[i] + own[i] / program.processors());
                }
            });
        }
        for (int i = 0; i < slices; i++) {
            int slice = i;
            double sum = shares.values().stream().mapToDouble(share -> share[slice]).sum();
            // Samples stand for more time than there was, now and then.
            shares.values().forEach(share -> share[slice] /= Math.max(1, sum));
        }
        return new Strip("all threads", shares);
    }

    /**
     * The same under another name as part of a longer time.
     *
     * @param from where in that time it begins, in nanoseconds
     * @param length of the part
     * @param whole that time
     */
    public Strip within(String other, long from, long length, long whole, int slices) {
        Map<Activity, double[]> placed = new EnumMap<>(Activity.class);
        shares.forEach((activity, own) -> {
            double[] slice = new double[slices];
            Arrays.setAll(slice, i -> {
                long at = (long) ((i + 0.5) * whole / slices) - from;
                return at < 0 || at >= length ? 0 : own[(int) ((double) at / length * own.length)];
            });
            placed.put(activity, slice);
        });
        return new Strip(other, placed);
    }

    // Adds what no earlier activity has taken, and gives all that is taken then.
    private static List<Interval> put(
            Map<Activity, List<Interval>> times, Activity activity, List<Interval> intervals, List<Interval> taken) {
        List<Interval> own = Intervals.subtract(intervals, taken);
        times.put(activity, own);
        return Intervals.union(Stream.concat(own.stream(), taken.stream()).toList());
    }

    private static double[] slice(List<Interval> intervals, long length, int slices) {
        double[] shares = new double[slices];
        for (int i = 0; i < slices; i++) {
            long from = length * i / slices;
            long to = length * (i + 1) / slices;
            shares[i] = to == from ? 0 : Intervals.within(intervals, from, to) / (double) (to - from);
        }
        return shares;
    }

    private static Activity of(LoadKind kind) {
        return kind == LoadKind.OTHER ? Activity.OTHER_LOADING : Activity.valueOf(kind.name());
    }
}
