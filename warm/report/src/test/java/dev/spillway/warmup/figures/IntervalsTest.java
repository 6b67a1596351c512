// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.warmup.trace.Interval;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalsTest {
    private static final int END = 60;

    @Test
    void agreesWithSetsOfMoments() {
        Random random = new Random(1);
        for (int round = 0; round < 2000; round++) {
            List<Interval> a = random(random);
            List<Interval> b = random(random);
            BitSet expected = moments(a);
            assertEquals(expected, moments(Intervals.union(a)));
            assertEquals(expected.cardinality(), Intervals.total(Intervals.union(a)));
            expected.andNot(moments(b));
            assertEquals(expected, moments(Intervals.subtract(Intervals.union(a), Intervals.union(b))));
            Interval window = random(random, 1).get(0);
            BitSet within = moments(a);
            within.and(moments(List.of(window)));
            assertEquals(within, moments(Intervals.clip(Intervals.union(a), window)));
            assertEquals(within.cardinality(), Intervals.within(Intervals.union(a), window.start(), window.end()));
            int moment = random.nextInt(END);
            assertEquals(moments(a).get(moment), Intervals.contains(Intervals.union(a), moment));
        }
    }

    @Test
    void anIntervalContainsItsStartAndNotItsEnd() {
        List<Interval> one = List.of(new Interval(2, 5));
        assertTrue(Intervals.contains(one, 2));
        assertFalse(Intervals.contains(one, 5));
    }

    private static List<Interval> random(Random random) {
        return random(random, random.nextInt(6));
    }

    private static List<Interval> random(Random random, int count) {
        List<Interval> result = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int start = random.nextInt(END);
            result.add(new Interval(start, start + random.nextInt(END - start)));
        }
        return result;
    }

    private static BitSet moments(List<Interval> intervals) {
        BitSet set = new BitSet();
        intervals.forEach(i -> set.set((int) i.start(), (int) i.end()));
        return set;
    }
}
