// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What warm-up cost a command that runs several JVMs, as Spark's driver and executors, in nanoseconds.
 *
 * @param length from before the command began until it had ended
 * @param jvms in the order of their starts
 * @param cost how much sooner the command would have ended without it
 */
public record Application(long length, List<Jvm> jvms, Cost cost) {
    /**
     * One of the JVMs.
     *
     * @param name of what it ran
     * @param started after the command's beginning
     * @param length from the search for the main class to the start of the shutdown
     * @param loading time of all threads
     * @param interpreted time of all threads outside of loading
     * @param compilation time of the compiler threads
     * @param cost how much sooner this JVM would have ended
     */
    public record Jvm(String name, long started, long length, long loading, long interpreted, long compilation, Cost cost) {
        /** Of its own report. */
        public static Jvm of(String name, long begun, Report report) {
            return new Jvm(name, report.started() - begun, report.length(), report.total().loading(), report.total().interpreted().time(),
                    report.compilation().values().stream().mapToLong(Long::longValue).sum(), report.cost());
        }

        long end() {
            return started + length;
        }
    }

    /**
     * The figures of a command. JVMs that ran before or after the longest one make the command longer by themselves, those beside it only as far as
     * somebody waited for them, which no recording tells: it is taken that nobody did, that the longest one waited for the one of them that
     * lost most, and that it waited for each after the other.
     */
    public static Application of(long length, List<Jvm> unordered) {
        List<Jvm> jvms = unordered.stream().sorted(Comparator.comparingLong(Jvm::started)).toList();
        List<Cost> alone = new ArrayList<>();
        List<Cost> beside = new ArrayList<>();
        jvms.stream().max(Comparator.comparingLong(Jvm::length)).ifPresent(main -> jvms.forEach(jvm -> {
            boolean overlaps = jvm != main && jvm.started() < main.end() && main.started() < jvm.end();
            (overlaps ? beside : alone).add(jvm.cost());
        }));
        long likely = sum(alone, Cost::estimate) + beside.stream().mapToLong(Cost::estimate).max().orElse(0);
        long most = sum(alone, Cost::high) + sum(beside, Cost::high);
        return new Application(length, jvms, new Cost(Math.min(length, likely), sum(alone, Cost::low), Math.min(length, most)));
    }

    private static long sum(List<Cost> costs, ToLongFunction<Cost> figure) {
        return costs.stream().mapToLong(figure).sum();
    }
}
