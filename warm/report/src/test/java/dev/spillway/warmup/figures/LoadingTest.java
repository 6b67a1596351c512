// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static dev.spillway.warmup.trace.LoadKind.BOOT;
import static dev.spillway.warmup.trace.LoadKind.DEFINING;
import static dev.spillway.warmup.trace.LoadKind.FINDING;
import static dev.spillway.warmup.trace.LoadKind.OTHER;
import static dev.spillway.warmup.trace.LoadKind.READING;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.Load;
import dev.spillway.warmup.trace.LoadKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadingTest {
    @Test
    void aMomentCountsOnceByItsInnermostStep() {
        // The VM loads a class (0-100) by a loader (10-90), which reads (20-30) and defines (40-80); its super class is loaded in between (50-70).
        List<Load> loads = List.of(
                load(0, 100, OTHER), load(10, 90, FINDING), load(20, 30, READING), load(40, 80, DEFINING), load(50, 70, BOOT));
        assertEquals(List.of(new Interval(0, 100)), Loading.union(loads));
        assertEquals(Map.of(OTHER, 20L, FINDING, 30L, READING, 10L, DEFINING, 20L, BOOT, 20L), totals(loads));
    }

    @Test
    void stepsThatStartTogetherAreNestedByLength() {
        List<Load> loads = List.of(load(0, 10, DEFINING), load(0, 30, FINDING), load(30, 40, FINDING));
        assertEquals(30L, totals(loads).get(FINDING));
        assertEquals(10L, totals(loads).get(DEFINING));
    }

    @Test
    void whatIsReadForOtherPurposesIsNoClassLoading() {
        List<Load> loads = List.of(load(0, 10, READING), load(20, 30, FINDING));
        assertEquals(0L, totals(loads).get(READING));
        assertEquals(10, Intervals.total(Loading.union(loads)));
    }

    @Test
    void theKindsSumToTheWhole() {
        List<Load> loads = List.of(load(5, 50, FINDING), load(5, 20, READING), load(18, 60, DEFINING), load(70, 71, BOOT), load(70, 90, OTHER));
        assertEquals(Intervals.total(Loading.union(loads)), totals(loads).values().stream().mapToLong(Long::longValue).sum());
    }

    private static Load load(long start, long end, LoadKind kind) {
        return new Load(new Interval(start, end), kind);
    }

    private static Map<LoadKind, Long> totals(List<Load> loads) {
        Map<LoadKind, Long> result = new EnumMap<>(LoadKind.class);
        Loading.split(loads).forEach((kind, intervals) -> result.put(kind, Intervals.total(intervals)));
        return result;
    }
}
