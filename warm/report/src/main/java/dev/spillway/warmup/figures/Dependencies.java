// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import dev.spillway.warmup.trace.Wait.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Makes of the waits that were recorded what threads depended on. */
public final class Dependencies {
    // What a thread waited on that was not seen: something that is not recorded, such as a selector.
    private static final String UNSEEN = "unseen";
    // Queues of the JDK park on a condition or in a transfer, its pool of fork and join on itself; latches and futures on their own classes.
    private static final Pattern FOR_WORK = Pattern.compile(
            "java\\.util\\.concurrent\\.(locks\\.Abstract\\w*Synchronizer\\$ConditionObject|(Synchronous|LinkedTransfer)Queue.*|ForkJoinPool.*)"
                    + "|java\\.lang\\.ref\\.ReferenceQueue.*|" + Dependencies.UNSEEN);
    // What a loop that polls does between two waits.
    private static final long BETWEEN_POLLS = 1_000_000;
    // A thread that runs is seen in each tick of the slowest kernel, 10 ms; it may have to wait for a processor, too.
    private static final long LONGEST_UNSEEN = 50_000_000;

    private Dependencies() {}

    /** Whether a thread waited for its next piece of work, as those of pools do, and not for a result it needed to go on. */
    public static boolean isForWork(Wait wait) {
        return FOR_WORK.matcher(wait.on()).matches();
    }

    /** The program with each thread's waits as it depended on them, in their order. */
    public static ProgramTrace of(ProgramTrace program) {
        Map<Long, List<Interval>> unseen = new HashMap<>();
        program.threads().forEach(thread -> unseen.put(thread.id(), unseen(thread, program.pauses())));
        List<ThreadTrace> threads = program.threads().stream()
                .map(thread -> thread.withWaits(waits(thread, unseen)))
                .toList();
        return new ProgramTrace(
                program.started(), program.length(), program.exitThread(), program.period(), threads, program.compilation(), program.compilers(),
                program.pauses(), program.processors());
    }

    private static List<Wait> waits(ThreadTrace thread, Map<Long, List<Interval>> unseen) {
        List<Wait> waits = new ArrayList<>();
        joinPolls(thread.waits()).forEach(wait -> waits.add(doubt(wait, unseen)));
        unseen.get(thread.id()).forEach(time -> waits.add(Wait.by(time, Cause.UNKNOWN, UNSEEN)));
        waits.sort(Comparator.comparingLong(w -> w.time().start()));
        return waits;
    }

    // Waits that end by time-out and are begun again are one wait for what ended the last of them.
    private static List<Wait> joinPolls(List<Wait> waits) {
        List<Wait> result = new ArrayList<>();
        for (Wait next : waits.stream().sorted(Comparator.comparingLong(w -> w.time().start())).toList()) {
            Wait last = result.isEmpty() ? null : result.get(result.size() - 1);
            if (last != null && last.cause() == Cause.TIMED && last.on().equals(next.on())
                    && next.time().start() - last.time().end() <= BETWEEN_POLLS && next.time().end() >= last.time().end()) {
                Interval both = new Interval(last.time().start(), next.time().end());
                result.set(result.size() - 1, new Wait(both, next.cause(), next.waker(), next.wakeTime(), next.on()));
            } else {
                result.add(next);
            }
        }
        return result;
    }

    // A waker that was not seen for some time of the wait was itself woken by something that is not recorded.
    private static Wait doubt(Wait wait, Map<Long, List<Interval>> unseen) {
        List<Interval> wakers = wait.cause() == Cause.WOKEN ? unseen.getOrDefault(wait.waker(), List.of()) : List.of();
        boolean known = Intervals.within(wakers, wait.time().start(), wait.wakeTime()) == 0;
        return known ? wait : Wait.by(wait.time(), Cause.UNKNOWN, wait.on());
    }

    // When nothing is known of a thread for long: it neither waited nor loaded classes, no sample found it, and no collection stopped it.
    private static List<Interval> unseen(ThreadTrace thread, List<Interval> pauses) {
        List<Interval> seen = new ArrayList<>(pauses);
        thread.samples().forEach(sample -> seen.add(new Interval(sample.time() - sample.weight(), sample.time())));
        thread.loads().forEach(load -> seen.add(load.time()));
        thread.waits().forEach(wait -> seen.add(wait.time()));
        return Intervals.subtract(List.of(thread.alive()), Intervals.union(seen)).stream()
                .filter(time -> time.length() > LONGEST_UNSEEN)
                .toList();
    }
}
