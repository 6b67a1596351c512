// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.plugin.PluginContext;
import org.junit.jupiter.api.Test;

class StageThresholdsTest {
    private static final SpillThreshold INITIAL = SpillThreshold.ofBytes(50);
    private static final SpillThreshold FOUND = SpillThreshold.ofBytes(70);

    private final StageKey key = new StageKey(7, "ExternalSorter");
    private final CountDownLatch driver = new CountDownLatch(1);
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicInteger carried = new AtomicInteger();
    private final StageThresholds thresholds = new StageThresholds(answering(driver), carried::incrementAndGet);
    private final StageThresholds patient = new StageThresholds(answering(driver), carried::incrementAndGet, 60_000, Long.MAX_VALUE, Background::run);

    // The driver of a test answers when it may.
    private PluginContext answering(CountDownLatch may) {
        return (PluginContext) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("ask")) {
                        return null;
                    }
                    questions.incrementAndGet();
                    may.await();
                    RecentStages known = new RecentStages();
                    known.put(key, FOUND);
                    return ThresholdMessages.receive((List<?>) arguments[0], known, new ShuffleRecords());
                });
    }

    @Test
    void aDriverThatDoesNotAnswerHoldsNobodyUp() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertEquals(INITIAL, thresholds.begin(key, INITIAL));
            assertEquals(INITIAL, thresholds.begin(new StageKey(8, "LeakyMap"), INITIAL), "another stage does not wait for the first");
        });
    }

    @Test
    void anAnswerInTimeCountsAtOnce() {
        driver.countDown();
        assertEquals(FOUND, patient.begin(key, INITIAL));
        assertEquals(FOUND, patient.begin(key, INITIAL));
        assertEquals(1, carried.get(), "told once, known from then on");
    }

    @Test
    void allThatBeginWhileTheDriverIsAskedBeginAtItsAnswer() throws Exception {
        List<CompletableFuture<SpillThreshold>> begun = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            CompletableFuture<SpillThreshold> one = new CompletableFuture<>();
            Thread task = new Thread(() -> one.complete(patient.begin(key, INITIAL)));
            task.start();
            begun.add(one);
            awaitWaiting(task);
        }
        driver.countDown();
        for (CompletableFuture<SpillThreshold> one : begun) {
            assertEquals(FOUND, one.get(60, TimeUnit.SECONDS));
        }
        assertEquals(1, questions.get(), "one asks for all");
    }

    // A task that begins without waiting ends instead.
    private static void awaitWaiting(Thread task) throws InterruptedException {
        while (task.getState() != Thread.State.TIMED_WAITING && task.isAlive()) {
            Thread.sleep(1);
        }
    }

    @Test
    void aLateAnswerCountsForTheNextSpillers() throws InterruptedException {
        assertEquals(INITIAL, thresholds.begin(key, INITIAL));
        driver.countDown();
        for (int tries = 0; tries < 1000 && thresholds.begin(key, INITIAL) != FOUND; tries++) {
            if (thresholds.begin(key, INITIAL).equals(FOUND)) {
                return;
            }
            Thread.sleep(10);
        }
        assertEquals(FOUND, thresholds.begin(key, INITIAL));
    }

    /** As where all executors of a cluster begin a stage at once, before any task has ended. */
    @Test
    void anExecutorThatHasFoundNothingYetLearnsWhatOthersHaveFoundSince() throws InterruptedException {
        RecentStages known = new RecentStages();
        PluginContext context = (PluginContext) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> method.getName().equals("ask") ? ThresholdMessages.receive((List<?>) arguments[0], known, new ShuffleRecords()) : null);
        StageThresholds together = new StageThresholds(context, carried::incrementAndGet, 60_000, 0, Background::run);
        assertEquals(INITIAL, together.begin(key, INITIAL), "nobody knows");
        known.put(key, FOUND);
        for (int tries = 0; tries < 1000 && !together.begin(key, INITIAL).equals(FOUND); tries++) {
            Thread.sleep(10);
        }
        assertEquals(FOUND, together.begin(key, INITIAL));
        together.found(key, SpillThreshold.ofBytes(90));
        known.put(key, SpillThreshold.ofBytes(60));
        together.begin(key, INITIAL);
        Thread.sleep(50);
        assertEquals(SpillThreshold.ofBytes(90), together.begin(key, INITIAL), "its own counts more");
    }

    @Test
    void aProcessWithoutThreadsLeftBeginsAtTheInitialThreshold() {
        StageThresholds alone = new StageThresholds(answering(driver), carried::incrementAndGet, 60_000, 0, asking -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        assertEquals(INITIAL, alone.begin(key, INITIAL));
        assertEquals(INITIAL, alone.begin(key, INITIAL), "asked again");
    }

    @Test
    void aThresholdThatATaskFoundIsItsOwnAlsoWhereItIsTheInitialOne() throws InterruptedException {
        driver.countDown();
        StageThresholds eager = new StageThresholds(answering(driver), carried::incrementAndGet, 60_000, 0, Background::run);
        eager.found(key, INITIAL);
        assertEquals(INITIAL, eager.begin(key, INITIAL));
        Thread.sleep(100);
        assertEquals(INITIAL, eager.begin(key, INITIAL));
        assertEquals(0, questions.get());
    }

    @Test
    void aDriverThatDoesNotAnswerIsAskedOneQuestionAtATime() throws InterruptedException {
        StageThresholds eager = new StageThresholds(answering(driver), carried::incrementAndGet, 1, 0, Background::run);
        for (int spillers = 0; spillers < 50; spillers++) {
            eager.begin(key, INITIAL);
            Thread.sleep(1);
        }
        assertTrue(questions.get() <= 2, "the first of the stage, and one again: " + questions.get());
    }

    @Test
    void anErrorInAQuestionNeitherEndsTheProcessNorHoldsAnybodyUp() throws InterruptedException {
        PluginContext full = (PluginContext) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> {
                    questions.incrementAndGet();
                    throw new OutOfMemoryError("the heap was full for a moment");
                });
        List<Throwable> fatal = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> fatal.add(failure));
        try {
            StageThresholds eager = new StageThresholds(full, carried::incrementAndGet, 60_000, 0, Background::run);
            assertEquals(INITIAL, eager.begin(key, INITIAL));
            StageInputs inputs = new StageInputs(full, 0);
            for (int tries = 0; tries < 1000 && questions.get() < 4; tries++) {
                eager.begin(key, INITIAL);
                assertEquals(0, inputs.recordsOfTask(7));
                Thread.sleep(10);
            }
            assertTrue(questions.get() >= 4, "asked again");
            Thread.sleep(50);
            assertEquals(List.of(), fatal);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void whatATaskFoundMeanwhileIsNotReplacedByALateAnswer() throws InterruptedException {
        thresholds.begin(key, INITIAL);
        thresholds.found(key, SpillThreshold.ofBytes(90));
        driver.countDown();
        Thread.sleep(100);
        assertEquals(SpillThreshold.ofBytes(90), thresholds.begin(key, INITIAL));
    }
}
