// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void wilsonOfHalfOfTen() {
        double[] interval = Estimate.wilson(0.5, 10, Estimate.Z95);
        assertEquals(0.2366, interval[0], 1e-4);
        assertEquals(0.7634, interval[1], 1e-4);
    }

    @Test
    void timesAreThoseOfTheWeights() {
        Estimate estimate = Estimate.of(
                List.of(new Sample(0, 4, Mode.INTERPRETED), new Sample(1, 4, Mode.COMPILED), new Sample(2, 8, Mode.NATIVE)), Mode.INTERPRETED, 5);
        assertEquals(4, estimate.time());
        assertEquals(16, estimate.of());
        assertEquals(256 / 96.0, estimate.samples(), 1e-9);
        assertTrue(estimate.low() < 4 && estimate.high() > 4 && estimate.high() <= 16);
    }

    @Test
    void withoutSamplesOnePeriodIsPossible() {
        assertEquals(new Estimate(0, 0, 7, 0, 0), Estimate.of(List.of(), Mode.INTERPRETED, 7));
    }

    @Test
    void theIntervalHasTheTruthInNineteenOfTwentyTrials() {
        Random random = new Random(3);
        int hits = 0;
        for (int trial = 0; trial < 2000; trial++) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                samples.add(new Sample(i, 1000, random.nextDouble() < 0.1 ? Mode.INTERPRETED : Mode.COMPILED));
            }
            Estimate estimate = Estimate.of(samples, Mode.INTERPRETED, 1000);
            hits += estimate.low() <= 20_000 && 20_000 <= estimate.high() ? 1 : 0;
        }
        assertEquals(0.95, hits / 2000.0, 0.02);
    }
}
