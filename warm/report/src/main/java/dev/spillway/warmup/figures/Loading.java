// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.Load;
import dev.spillway.warmup.trace.LoadKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** The time of one thread in class loading, each moment once, by the innermost step it was in. */
public final class Loading {
    // Of steps that start together the shorter one is inside the longer one.
    private static final Comparator<Load> OUTER_FIRST = Comparator.<Load>comparingLong(l -> l.time().start())
            .thenComparing(l -> l.time().end(), Comparator.reverseOrder());

    private Loading() {}

    /** All moments in class loading. Bytes that are read for anything but a class are none. */
    public static List<Interval> union(List<Load> loads) {
        return Intervals.union(
                loads.stream().filter(l -> l.kind() != LoadKind.READING).map(Load::time).toList());
    }

    /** The same moments by what was done. */
    public static Map<LoadKind, List<Interval>> split(List<Load> loads) {
        List<Interval> all = union(loads);
        List<Interval> gaps = Intervals.subtract(List.of(new Interval(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4)), all);
        Map<LoadKind, List<Interval>> result = new EnumMap<>(LoadKind.class);
        for (LoadKind kind : LoadKind.values()) {
            result.put(kind, new ArrayList<>());
        }
        sweep(loads, result);
        result.replaceAll((kind, intervals) -> Intervals.subtract(Intervals.union(intervals), gaps));
        return result;
    }

    private static void sweep(List<Load> loads, Map<LoadKind, List<Interval>> result) {
        List<Load> sorted = loads.stream().sorted(OUTER_FIRST).toList();
        PriorityQueue<Load> open = new PriorityQueue<>(OUTER_FIRST.reversed());
        long now = Long.MIN_VALUE;
        for (int next = 0; next < sorted.size() || !open.isEmpty(); ) {
            while (!open.isEmpty() && open.peek().time().end() <= now) {
                open.remove();
            }
            long start = next < sorted.size() ? sorted.get(next).time().start() : Long.MAX_VALUE;
            if (!open.isEmpty()) {
                long until = Math.min(start, open.peek().time().end());
                result.get(open.peek().kind()).add(new Interval(now, Math.max(now, until)));
                now = Math.max(now, until);
            } else if (next < sorted.size()) {
                now = start;
            }
            while (next < sorted.size() && sorted.get(next).time().start() <= now) {
                open.add(sorted.get(next++));
            }
        }
    }
}
