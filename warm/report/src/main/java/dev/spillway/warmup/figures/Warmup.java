// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.Sample;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.ArrayList;
import java.util.List;

/** The moments of a thread that are warm-up. */
public final class Warmup {
    private Warmup() {}

    /** Class loading and interpretation. */
    public static List<Interval> of(ThreadTrace thread) {
        List<Interval> both = new ArrayList<>(interpretation(thread));
        both.addAll(Loading.union(thread.loads()));
        return Intervals.clip(Intervals.union(both), thread.alive());
    }

    /** The moments that samples in interpreted code stand for. */
    public static List<Interval> interpretation(ThreadTrace thread) {
        return sampled(thread, Mode.INTERPRETED);
    }

    /** For each sample in a kind of code the time before it that it stands for, as far as the thread was alive and did not wait then. */
    public static List<Interval> sampled(ThreadTrace thread, Mode mode) {
        List<Interval> times = new ArrayList<>();
        for (Sample sample : thread.samples()) {
            if (sample.mode() == mode) {
                times.add(new Interval(sample.time() - sample.weight(), sample.time()));
            }
        }
        List<Interval> waits = Intervals.union(thread.waits().stream().map(Wait::time).toList());
        return Intervals.clip(Intervals.subtract(Intervals.union(times), waits), thread.alive());
    }
}
