// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.spill.SpillersModel.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws in a loop with a model of tasks that share a heap: where thresholds settle, and what collections and spills cost then. */
class EquilibriumTest {
    private static final double MB = SpillersModel.MB;
    private static final double SECONDS = 200;

    /** A share of collections that grows with the square of what is held, on top of one that young collections take anyway. */
    private static DoubleUnaryOperator heap(double kneeMegabytes, double base) {
        return held -> Math.min(0.8, base + Math.pow(held / (kneeMegabytes * MB), 2));
    }

    /** The law as an executor with so many cores has it. */
    private static Outcome byBytes(int tasks, DoubleUnaryOperator heap) {
        return run(law(tasks), tasks, heap);
    }

    private static SpillLaw law(int tasks) {
        long floor = (long) Math.max(4 * MB, SpillersModel.initial(tasks) / 4);
        return new ByteLaw(SpillParameters.PAPER, new SpillLimits(1024, floor, (long) SpillersModel.HEAP), (long) SpillersModel.initial(tasks), 0);
    }

    private static Outcome ofThePaper(int tasks, DoubleUnaryOperator heap) {
        return run(new PaperLaw(SpillParameters.PAPER, new SpillLimits(1024, 0, (long) SpillersModel.HEAP)), tasks, heap);
    }

    private static Outcome stock(int tasks, DoubleUnaryOperator heap) {
        return run(new Never(), tasks, heap);
    }

    private static Outcome run(SpillLaw law, int tasks, DoubleUnaryOperator heap) {
        return new SpillersModel(law, tasks, heap).run(SECONDS);
    }

    /** The same, of tasks whose data may fit. */
    private static Outcome ofTasks(SpillLaw law, int tasks, double megabytes, DoubleUnaryOperator heap) {
        return new SpillersModel(law, tasks, heap, megabytes * MB, false).run(SECONDS);
    }

    private static final String COUNTS_AND_KNEES = """
            1, 200
            2, 200
            4, 200
            8, 200
            1, 400
            2, 400
            4, 400
            8, 400
            1, 600
            2, 600
            4, 600
            8, 600
            """;

    @ParameterizedTest
    @CsvSource(textBlock = COUNTS_AND_KNEES)
    void underPressureTheDefaultLawIsAsGoodAsThePapers(int tasks, double knee) {
        Outcome bytes = byBytes(tasks, heap(knee, 0));
        Outcome paper = ofThePaper(tasks, heap(knee, 0));
        String both = bytes + " " + paper;
        assertTrue(bytes.gcShare() < 0.1, both);
        assertTrue(bytes.megabytes() > 0.97 * paper.megabytes(), both);
        assertTrue(bytes.spills() < 1.5 * paper.spills(), both);
        assertTrue(bytes.megabytes() > 1.3 * stock(tasks, heap(knee, 0)).megabytes(), both);
    }

    @ParameterizedTest
    @CsvSource(textBlock = COUNTS_AND_KNEES)
    void youngCollectionsThatComeAnywayDoNotKeepItFromFalling(int tasks, double knee) {
        for (double base : new double[] {0.05, 0.2}) {
            Outcome bytes = byBytes(tasks, heap(knee, base));
            Outcome paper = ofThePaper(tasks, heap(knee, base));
            assertTrue(bytes.gcShare() < base + 0.1, base + " " + bytes);
            assertTrue(bytes.megabytes() > 0.97 * paper.megabytes(), bytes + " " + paper);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void collectionsThatComeAnywayLowerThresholdsToTheFloorAtMost(int tasks) {
        for (double base : new double[] {0.05, 0.2}) {
            Outcome bytes = byBytes(tasks, held -> base);
            assertTrue(bytes.thresholdBytes() >= SpillersModel.initial(tasks) / 4, bytes.toString());
            assertTrue(bytes.spills() <= ofThePaper(tasks, held -> base).spills(), bytes.toString());
            // In the model stock never reads a spill again, so this is what the file writes cost at most.
            assertTrue(bytes.megabytes() > 0.88 * stock(tasks, held -> base).megabytes(), bytes.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void whereCollectionsAreBelowTheCalmShareItSpillsAsStockDoes(int tasks) {
        assertEquals(stock(tasks, held -> 0.015).spills(), byBytes(tasks, held -> 0.015).spills());
    }

    @ParameterizedTest
    @CsvSource({"1, 500, 0.1", "2, 250, 0.1", "4, 125, 0.1", "2, 250, 0.2", "4, 125, 0.2"})
    void dataThatFitAreHeldAsStockDoesWhileCollectionsCostLessThanSpills(int tasks, double megabytes, double base) {
        Outcome stock = ofTasks(new Never(), tasks, megabytes, held -> base);
        Outcome bytes = ofTasks(law(tasks), tasks, megabytes, held -> base);
        assertEquals(stock.megabytes(), bytes.megabytes(), 0.02 * stock.megabytes(), stock + " " + bytes);
    }

    @ParameterizedTest
    @CsvSource({"1, 500, 300", "2, 250, 300", "4, 125, 300", "1, 500, 600", "2, 250, 600", "4, 125, 600"})
    void spillsOfDataThatFitTakeAtMostHalfOfWhatCollectionsTook(int tasks, double megabytes, double knee) {
        for (double base : new double[] {0, 0.1, 0.3}) {
            Outcome bytes = ofTasks(law(tasks), tasks, megabytes, heap(knee, base));
            assertTrue(bytes.spillShare() <= bytes.gcShare() / 2, base + " " + bytes);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 400, 0", "2, 200, 0", "2, 400, 0", "4, 400, 0", "8, 400, 0", "8, 600, 0", "2, 400, 0.05", "4, 400, 0.2", "2, none, 0.05", "8, none, 0.015"})
    void theFiguresOfTheDecisionAreThoseOfTheModel(int tasks, String knee, String base) throws IOException {
        double gc = Double.parseDouble(base);
        DoubleUnaryOperator heap = knee.equals("none") ? held -> gc : heap(Double.parseDouble(knee), gc);
        String row = String.join(" | ", "| " + tasks + ", " + knee + ", " + base, cell(stock(tasks, heap)), cell(ofThePaper(tasks, heap)), cell(byBytes(tasks, heap))) + " |";
        String decision = Files.readString(Path.of("..", "docs", "decisions", "0203-default-law.md"));
        assertTrue(decision.contains(row + "\n"), row);
    }

    private static String cell(Outcome outcome) {
        return String.format(Locale.ROOT, "%.0f%%, %.0f (%d)", 100 * outcome.gcShare(), outcome.megabytes(), outcome.spills());
    }

    /** Spills only where memory is short. */
    private record Never() implements SpillLaw {
        @Override
        public boolean spills(SpillThreshold threshold, SpillSample atThreshold) {
            return false;
        }

        @Override
        public SpillThreshold raised(SpillThreshold threshold, SpillSample atThreshold) {
            return SpillThreshold.ofBytes(Long.MAX_VALUE);
        }

        @Override
        public SpillThreshold next(SpillThreshold threshold, SpillSample afterSpill) {
            return threshold;
        }
    }
}
