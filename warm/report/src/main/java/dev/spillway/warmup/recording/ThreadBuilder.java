// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.recording;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.Load;
import dev.spillway.warmup.trace.Sample;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Gathers what a recording has of one thread; times are the recording's own. */
final class ThreadBuilder {
    /** A wait whose waker may still be to be found among the wakes. */
    record OpenWait(Interval time, Wait.Cause cause, long waker, boolean wakeable, String on) {}

    final long id;
    String name = "?";
    long javaId = -1;
    long parent;
    long start = Long.MIN_VALUE;
    long end = Long.MAX_VALUE;
    long lost;
    boolean daemon;
    final List<Load> loads = new ArrayList<>();
    final List<OpenWait> waits = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    /** When others unparked or interrupted this thread. */
    final TreeSet<Wake> wakes = new TreeSet<>();

    record Wake(long time, long waker) implements Comparable<Wake> {
        @Override
        public int compareTo(Wake other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(waker, other.waker);
        }
    }

    ThreadBuilder(long id) {
        this.id = id;
    }

    /** Whether it was there at some time of the program's run. */
    boolean during(Interval program) {
        return start < program.end() && end > program.start();
    }

    /** The thread, in times since the program's start. */
    ThreadTrace build(Interval program) {
        long zero = program.start();
        List<Wait> closed = waits.stream().map(wait -> close(wait, zero)).toList();
        return new ThreadTrace(
                id, name, parent,
                new Interval(Math.max(start, zero) - zero, Math.min(end, program.end()) - zero),
                end <= program.end() && !daemon,
                loads.stream().map(l -> new Load(shift(l.time(), zero), l.kind())).toList(),
                closed,
                samples.stream()
                        .filter(s -> s.time() >= zero && s.time() < program.end())
                        .map(s -> new Sample(s.time() - zero, s.weight(), s.mode()))
                        .toList(),
                lost);
    }

    private Wait close(OpenWait wait, long zero) {
        Interval time = shift(wait.time, zero);
        if (wait.waker != 0) {
            return new Wait(time, Wait.Cause.WOKEN, wait.waker, time.end(), wait.on);
        }
        // What made it go on is the last such call before it did.
        Wake wake = wait.wakeable ? wakes.floor(new Wake(wait.time.end(), Long.MAX_VALUE)) : null;
        if (wake != null && wake.time >= wait.time.start()) {
            return new Wait(time, Wait.Cause.WOKEN, wake.waker, wake.time - zero, wait.on);
        }
        return Wait.by(time, wait.cause, wait.on);
    }

    private static Interval shift(Interval time, long zero) {
        return new Interval(time.start() - zero, time.end() - zero);
    }
}
