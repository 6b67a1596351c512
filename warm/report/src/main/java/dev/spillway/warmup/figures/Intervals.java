// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sets of moments. Results are in order and do not touch each other. */
public final class Intervals {
    private Intervals() {}

    /** The moments in any of the intervals. */
    public static List<Interval> union(List<Interval> intervals) {
        List<Interval> sorted = new ArrayList<>(intervals);
        sorted.removeIf(i -> i.length() == 0);
        sorted.sort(Comparator.comparingLong(Interval::start));
        List<Interval> result = new ArrayList<>();
        for (Interval next : sorted) {
            Interval last = result.isEmpty() ? null : result.get(result.size() - 1);
            if (last == null || last.end() < next.start()) {
                result.add(next);
            } else if (last.end() < next.end()) {
                result.set(result.size() - 1, new Interval(last.start(), next.end()));
            }
        }
        return result;
    }

    /** The moments of a that are not in b; both as union gives them. */
    public static List<Interval> subtract(List<Interval> a, List<Interval> b) {
        List<Interval> result = new ArrayList<>();
        int next = 0;
        for (Interval i : a) {
            long from = i.start();
            while (next < b.size() && b.get(next).end() <= from) {
                next++;
            }
            for (int n = next; n < b.size() && b.get(n).start() < i.end(); n++) {
                if (b.get(n).start() > from) {
                    result.add(new Interval(from, b.get(n).start()));
                }
                from = Math.max(from, b.get(n).end());
            }
            if (from < i.end()) {
                result.add(new Interval(from, i.end()));
            }
        }
        return result;
    }

    /** The moments of the intervals, as union gives them, within a window. */
    public static List<Interval> clip(List<Interval> intervals, Interval window) {
        return subtract(intervals, subtract(List.of(new Interval(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4)), List.of(window)));
    }

    public static long total(List<Interval> intervals) {
        return intervals.stream().mapToLong(Interval::length).sum();
    }

    /** Whether a moment is in the intervals, as union gives them. */
    public static boolean contains(List<Interval> intervals, long time) {
        int at = firstEndingAfter(intervals, time);
        return at < intervals.size() && intervals.get(at).start() <= time;
    }

    /** How much of the time from one moment to another is in the intervals, as union gives them. */
    public static long within(List<Interval> intervals, long from, long to) {
        long sum = 0;
        for (int i = firstEndingAfter(intervals, from); i < intervals.size() && intervals.get(i).start() < to; i++) {
            sum += Math.min(to, intervals.get(i).end()) - Math.max(from, intervals.get(i).start());
        }
        return sum;
    }

    private static int firstEndingAfter(List<Interval> intervals, long time) {
        int low = 0;
        int high = intervals.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (intervals.get(middle).end() <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
