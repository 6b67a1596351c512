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
    /** A wait whose waker may still be to be found among the unparks. */
    record OpenWait(Interval time, Wait.Cause cause, long waker, boolean parked) {}

    final long id;
    String name = "?";
    long javaId = -1;
    long parent;
    long start = Long.MIN_VALUE;
    long end = Long.MAX_VALUE;
    long lost;
    final List<Load> loads = new ArrayList<>();
    final List<OpenWait> waits = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    /** When others unparked this thread. */
    final TreeSet<Unpark> unparks = new TreeSet<>();

    record Unpark(long time, long waker) implements Comparable<Unpark> {
        @Override
        public int compareTo(Unpark other) {
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
                end <= program.end(),
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
            return new Wait(time, Wait.Cause.WOKEN, wait.waker, time.end());
        }
        // What made it go on is the last call of unpark before it did.
        Unpark unpark = wait.parked ? unparks.floor(new Unpark(wait.time.end(), Long.MAX_VALUE)) : null;
        if (unpark != null && unpark.time >= wait.time.start()) {
            return new Wait(time, Wait.Cause.WOKEN, unpark.waker, unpark.time - zero);
        }
        return Wait.by(time, wait.cause);
    }

    private static Interval shift(Interval time, long zero) {
        return new Interval(time.start() - zero, time.end() - zero);
    }
}
