// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.MetricRegistry;
import dev.spillway.spark.ui.TaskReports;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.executor.TaskMetrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bounds the spills of one task. */
class EagerSpillerTest {
    private static final int MOST = 3;
    private static final long MB = 1 << 20;
    private static final long MEMORY = 30 * MB;

    private final MetricRegistry metrics = new MetricRegistry();
    private final SpillLaw law = new PaperLaw(SpillParameters.PAPER, new SpillLimits(1024, 0, 1000 * MB));
    private final AtomicLong gcMillis = new AtomicLong();
    private final AtomicLong memory = new AtomicLong(MEMORY);
    private final EagerSpill executor = new EagerSpill(null, memory::get, MOST, gcMillis::get, context(), new TaskReports(context()));
    private final TaskClock task = new TaskClock(taskContext(), executor);

    private PluginContext context() {
        return (PluginContext) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "metricRegistry" -> metrics;
                    case "ask" -> "1000";
                    default -> null;
                });
    }

    private static TaskContext taskContext() {
        return taskContext(null);
    }

    private static TaskContext taskContext(TaskMetrics taskMetrics) {
        try {
            return new ByteBuddy().subclass(TaskContext.class).method(ElementMatchers.isAbstract()).intercept(StubMethod.INSTANCE)
                    .method(ElementMatchers.named("taskMetrics")).intercept(FixedValue.reference(taskMetrics == null ? new TaskMetrics() : taskMetrics)).make().load(TaskContext.class.getClassLoader()).getLoaded().getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private EagerSpiller spiller(StageKey key) {
        return new EagerSpiller(key, executor, task, law, SpillThreshold.ofElements(10_000));
    }

    private static void spills(EagerSpiller spiller, int times) {
        for (int i = 0; i < times; i++) {
            spiller.accept(new long[] {spiller.getAsInt() + 1L, 10 * MB, 1_000_000});
        }
    }

    @Test
    void afterTheLastSpillTheStageKeepsWhatWasFound() {
        StageKey key = new StageKey(1, "ExternalSorter");
        EagerSpiller spiller = spiller(key);
        spills(spiller, MOST);
        SpillThreshold found = executor.thresholds().begin(key, SpillThreshold.ofBytes(1));
        assertEquals(SpillThreshold.ofElements(19_531), found);
        assertEquals(Integer.MAX_VALUE, spiller.getAsInt(), "no threshold any more");
        spills(spiller, 2);
        assertEquals(found, executor.thresholds().begin(key, SpillThreshold.ofBytes(1)), "for want of memory");
        assertEquals(Long.MAX_VALUE, spiller.getAsLong());
    }

    @Test
    void fromHalfOfItsSpillsOnATaskHoldsMoreThanTheLawSaysAndTheStageDoesNot() {
        StageKey key = new StageKey(1, "ExternalSorter");
        EagerSpiller spiller = spiller(key);
        spills(spiller, 2);
        assertEquals(SpillThreshold.ofElements(15_625), executor.thresholds().begin(key, SpillThreshold.ofBytes(1)), "the law's");
        assertEquals((int) (15_625 * Math.sqrt(1.25)), spiller.getAsInt(), "two spills of three");
    }

    @Test
    void aTasksShareFollowsSparksMemory() {
        executor.begin(taskContext());
        assertEquals(MEMORY, executor.shareBytes());
        memory.set(MEMORY / 3);
        assertEquals(MEMORY / 3, executor.shareBytes(), "as where the memory balancer takes from the first heap");
    }

    @Test
    void whatATaskMayHoldForItsManySpillsIsNotWhatTheStageLearns() {
        StageKey key = new StageKey(1, "ExternalSorter");
        SpillLaw byBytes = new ByteLaw(SpillParameters.PAPER, new SpillLimits(1024, MB, 1000 * MB), 100 * MB, 0);
        EagerSpill many = new EagerSpill(null, () -> 1000 * MB, 20, gcMillis::get, context(), new TaskReports(context()));
        EagerSpiller spiller = new EagerSpiller(key, many, new TaskClock(taskContext(), many), byBytes, SpillThreshold.ofBytes(10 * MB));
        double law = 10 * MB;
        for (int spill = 1; spill <= 16; spill++) {
            spiller.accept(new long[] {1000, spiller.getAsLong(), 1_000_000});
            law *= 1.25;
            assertEquals(law, many.thresholds().begin(key, SpillThreshold.ofBytes(1)).bytes(), law / 1000, "after spill " + spill);
            assertEquals(law * Math.pow(1.25, Math.max(0, spill - 10)), spiller.getAsLong(), law / 1000, "of the task");
        }
        // For want of memory, between what the law says and what the task may hold.
        spiller.accept(new long[] {1000, (long) (law * 1.5), 1_000_000});
        SpillThreshold after = many.thresholds().begin(key, SpillThreshold.ofBytes(1));
        assertEquals(law, after.bytes(), law / 1000, "a threshold that was not reached");
        assertEquals(true, after.overflows());
    }

    @ParameterizedTest
    @CsvSource({"ExternalAppendOnlyMap, 0, 0", "LeakyMap, 10, 20"})
    void sparksOwnMapOverflowsOnlyByASpillForWantOfMemory(String kind, long first, long second) {
        List<Long> taken = new ArrayList<>();
        EagerSpiller spiller = new EagerSpiller(new StageKey(1, kind), executor, task, new NotingLaw(spill -> taken.add(spill.takenBytes())), SpillThreshold.ofBytes(1));
        spills(spiller, 2);
        assertEquals(List.of(first * MB, second * MB), taken);
    }

    @Test
    void sparksOwnMapIsLeftAloneAlsoWhereItsStageDoesNotFit() {
        SpillLaw byBytes = new ByteLaw(SpillParameters.PAPER, new SpillLimits(1024, MB, 1000 * MB), 100 * MB, 0);
        EagerSpiller map = new EagerSpiller(new StageKey(7, "ExternalAppendOnlyMap"), executor, task, byBytes, SpillThreshold.ofBytes(10 * MB));
        gcMillis.addAndGet(3_600_000);
        assertEquals(0, map.applyAsLong(20_000, 400 * MB), "whatever collections took");
        map.accept(new long[] {20_000, 400 * MB, 1_000_000_000});
        gcMillis.addAndGet(3_600_000);
        assertEquals(0, map.applyAsLong(20_000, 600 * MB), "after a spill for want of memory");
    }

    @Test
    void sparksOwnMapSpillsIfItNeedNotPay() {
        SpillLaw byBytes = new ByteLaw(SpillParameters.PAPER.withoutPayback(), new SpillLimits(1024, MB, 1000 * MB), 100 * MB, 0);
        EagerSpiller map = new EagerSpiller(new StageKey(8, "ExternalAppendOnlyMap"), executor, task, byBytes, SpillThreshold.ofBytes(10 * MB));
        gcMillis.addAndGet(3_600_000);
        assertEquals(1, map.applyAsLong(20_000, 400 * MB));
    }

    private EagerSpiller sorterThatLooksAhead(TaskMetrics taskMetrics, long firstLook) {
        SpillLaw inPieces = new ByteLaw(SpillParameters.PAPER.withoutPayback(), new SpillLimits(1024, firstLook, 1000 * MB), 100 * MB, 16);
        return new EagerSpiller(new StageKey(9, "ExternalSorter"), executor, new TaskClock(taskContext(taskMetrics), executor), inPieces,
                SpillThreshold.ofBytes(10 * firstLook));
    }

    private static TaskMetrics whenHasRead(int records) {
        TaskMetrics taskMetrics = new TaskMetrics();
        taskMetrics.createTempShuffleReadMetrics().incRecordsRead(records);
        return taskMetrics;
    }

    private void waitForTheDriver() {
        while (executor.inputs().recordsOfTask(9) == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aSorterThatDoesNotSpillAtItsFirstLookGoesOnToItsThreshold() {
        waitForTheDriver();
        EagerSpiller sorter = sorterThatLooksAhead(whenHasRead(900), MB);
        assertEquals(MB, sorter.getAsLong());
        assertEquals(0, sorter.applyAsLong(900, MB + 1));
        assertEquals(10 * MB, sorter.getAsLong(), "its threshold, which was not raised");
        assertEquals(0, sorter.applyAsLong(-1, 10 * MB), "as much as its threshold; collections took nothing");
        assertEquals((long) (10 * MB * 1.25), sorter.getAsLong(), "or Spark would spill now");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "100, 1", "900, 0", "5000, 0"})
    void aSorterSpillsAtItsFirstLookByWhatItsTaskHasReadOfAThousandRecords(int read, long spills) {
        waitForTheDriver();
        assertEquals(spills, sorterThatLooksAhead(whenHasRead(read), 4 * MB).applyAsLong(read, 4 * MB + 1));
    }

    /** The driver's answer may come after the first look: data that will not fit were spilled in large pieces then. */
    @Test
    void aSorterLooksAgainWhileItDoesNotKnowWhatItsTaskWillRead() {
        TaskMetrics taskMetrics = whenHasRead(0);
        waitForTheDriver();
        EagerSpiller sorter = sorterThatLooksAhead(taskMetrics, 4 * MB);
        assertEquals(0, sorter.applyAsLong(50, 4 * MB));
        assertEquals(8 * MB, sorter.getAsLong());
        assertEquals(0, sorter.applyAsLong(70, 8 * MB));
        assertEquals(16 * MB, sorter.getAsLong());
        taskMetrics.createTempShuffleReadMetrics().incRecordsRead(100);
        assertEquals(1, sorter.applyAsLong(100, 16 * MB), "as much as ten times that will come");
    }

    /** What a task may hold for its many spills was raised from the law's threshold, not from what it held: Spark spilled at once. */
    @ParameterizedTest
    @CsvSource({"20", "400"})
    void aTaskOfManySpillsThatIsNotToSpillNowIsBelowItsBound(long held) {
        StageKey key = new StageKey(1, "ExternalSorter");
        SpillLaw byBytes = new ByteLaw(SpillParameters.PAPER, new SpillLimits(1024, MB, 1000 * MB), 100 * MB, 0);
        task.countSpill();
        task.countSpill();
        EagerSpiller spiller = new EagerSpiller(key, executor, task, byBytes, SpillThreshold.ofBytes(10 * MB));
        assertEquals((long) (10 * MB * Math.sqrt(1.25)), spiller.getAsLong(), "two spills of three");
        assertEquals(0, spiller.applyAsLong(1000, held * MB), "no collections yet");
        assertTrue(spiller.getAsLong() > held * MB, () -> "bound of " + spiller.getAsLong());
        assertEquals(12.5 * MB, executor.thresholds().begin(key, SpillThreshold.ofBytes(1)).bytes(), "the stage's");
    }

    @Test
    void collectionsDuringASpillAreNoPartOfItsPrice() {
        EagerSpiller spiller = spiller(new StageKey(1, "LeakyMap"));
        spiller.applyAsLong(20_000, 100 * MB);
        gcMillis.addAndGet(9_000);
        spiller.accept(new long[] {20_000, 100 * MB, 10_500L * 1_000_000});
        assertEquals(1500, executor.prices().of("LeakyMap", 100 * MB), "as before the first spill, since it took 15 ms for each MB");
    }

    @Test
    void whatASpillerWaitedForMemoryBeforeItsSpillIsNoPartOfThePrice() {
        EagerSpiller spiller = spiller(new StageKey(1, "LeakyMap"));
        spiller.applyAsLong(20_000, 100 * MB);
        spiller.run();
        spiller.accept(new long[] {20_000, 100 * MB, 60_000L * 1_000_000});
        assertTrue(executor.prices().of("LeakyMap", 100 * MB) < 1500, "a spill that took no time");
    }

    @Test
    void aSpillThatSparkMadeSaysNothingOfThePrice() {
        EagerSpiller spiller = spiller(new StageKey(1, "LeakyMap"));
        spiller.accept(new long[] {20_000, 100 * MB, 60_000L * 1_000_000});
        assertEquals(1500, executor.prices().of("LeakyMap", 100 * MB));
    }

    @Test
    void spillersOfOneTaskHaveOneBoundTogether() {
        EagerSpiller one = spiller(new StageKey(1, "ExternalSorter"));
        EagerSpiller other = spiller(new StageKey(1, "LeakyMap"));
        spills(one, 2);
        assertEquals(1, other.applyAsLong(10_001, 10 * MB));
        spills(other, 1);
        assertEquals(Integer.MAX_VALUE, other.getAsInt());
        assertEquals(0, one.applyAsLong(one.getAsInt() + 1L, 10 * MB), "the task has had its spills");
        assertEquals(Integer.MAX_VALUE, one.getAsInt());
    }
}
