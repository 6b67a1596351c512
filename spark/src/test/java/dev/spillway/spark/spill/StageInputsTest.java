// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.plugin.PluginContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StageInputsTest {
    private static final int STAGE = 7;

    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final StageInputs inputs = new StageInputs(driver(), 1_000_000);

    private PluginContext driver() {
        return (PluginContext) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {PluginContext.class}, (proxy, method, arguments) -> {
            assertEquals(ThresholdMessages.askRecords(STAGE), arguments[0]);
            questions.incrementAndGet();
            return answers.take();
        });
    }

    @Test
    void aDriverThatDoesNotAnswerHoldsNobodyUpAndIsNotAskedTwiceAtOnce() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            assertEquals(0, inputs.recordsOfTask(STAGE));
        }
        awaitQuestions(1);
        answers.add("500");
        awaitAnswer(500);
        assertEquals(1, questions.get());
    }

    @Test
    void whatTheDriverDoesNotKnowAtFirstIsAskedAgain() throws InterruptedException {
        answers.add("0");
        answers.add("no number");
        answers.add("500");
        awaitAnswer(500);
        assertEquals(3, questions.get());
    }

    @Test
    void aDriverThatDoesNotKnowIsNotAskedAgainAtOnce() throws InterruptedException {
        StageInputs patient = new StageInputs(driver(), Long.MAX_VALUE);
        answers.add("0");
        patient.recordsOfTask(STAGE);
        awaitQuestions(1);
        for (int i = 0; i < 100; i++) {
            assertEquals(0, patient.recordsOfTask(STAGE));
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertEquals(1, questions.get());
    }

    @Test
    void whatTheDriverNeverKnowsIsNotAskedForEver() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            answers.add("0");
        }
        while (questions.get() < 8) {
            assertEquals(0, inputs.recordsOfTask(STAGE));
            TimeUnit.MILLISECONDS.sleep(1);
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(0, inputs.recordsOfTask(STAGE));
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertEquals(8, questions.get());
    }

    private void awaitQuestions(int count) throws InterruptedException {
        while (questions.get() < count) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private void awaitAnswer(long records) throws InterruptedException {
        while (inputs.recordsOfTask(STAGE) != records) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
