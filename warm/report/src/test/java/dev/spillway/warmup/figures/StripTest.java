// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.warmup.figures.Strip.Activity;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StripTest {
    @Test
    void threadsOfAProgramAreSummedInPartsOfItsProcessors() {
        Strip strip = Strip.of(Traces.program(100, 1,
                Traces.thread(1, 0, 0, 100, true, List.of(Traces.load(0, 50))),
                Traces.thread(2, 1, 0, 100, true, List.of(Traces.load(25, 75)))), 4);
        assertArrayEquals(new double[] {0.5, 1, 0.5, 0}, strip.shares().get(Activity.FINDING), 1e-9);
        assertArrayEquals(new double[4], strip.shares().get(Activity.REST));
    }

    @Test
    void moreThanAllProcessorsIsAllOfThem() {
        Strip strip = Strip.of(Traces.program(10, 1,
                Traces.thread(1, 0, 0, 10, true, List.of(Traces.load(0, 10))),
                Traces.thread(2, 1, 0, 10, true, List.of(Traces.load(0, 10))),
                Traces.thread(3, 1, 0, 10, true, List.of(Traces.load(0, 10)))), 1);
        assertEquals(1, strip.shares().get(Activity.FINDING)[0], 1e-9);
    }

    @Test
    void aPartOfALongerTimeIsWhereItBegan() {
        Map<Activity, double[]> shares = new EnumMap<>(Activity.class);
        shares.put(Activity.FINDING, new double[] {1, 0.5});
        Strip placed = new Strip("all threads", shares).within("driver", 20, 40, 100, 10);
        assertEquals("driver", placed.name());
        assertArrayEquals(new double[] {0, 0, 1, 1, 0.5, 0.5, 0, 0, 0, 0}, placed.shares().get(Activity.FINDING), 1e-9);
    }

    @Test
    void whatGoesBeyondTheWholeTimeIsCut() {
        Map<Activity, double[]> shares = new EnumMap<>(Activity.class);
        shares.put(Activity.FINDING, new double[] {1});
        Strip placed = new Strip("", shares).within("executor", 80, 1000, 100, 10);
        assertArrayEquals(new double[] {0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, placed.shares().get(Activity.FINDING), 1e-9);
    }
}
