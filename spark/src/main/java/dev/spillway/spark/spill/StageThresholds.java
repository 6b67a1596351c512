// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.Recent;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where spillers of one executor begin: at what the stage's tasks found last, here or, for the first of a stage, anywhere
 * (paper, section 2.2); a stage nobody knows begins at the initial threshold.
 */
final class StageThresholds {
    private static final Logger LOG = LoggerFactory.getLogger(StageThresholds.class);

    // A task that waits is not interrupted for long, and a driver that is busy does not stop the stage.
    private static final long PATIENCE_MILLIS = 200;
    private static final long AGAIN_NANOS = 1_000_000_000;

    private final RecentStages known = new RecentStages();
    private final Map<StageKey, CompletableFuture<SpillThreshold>> asked = new ConcurrentHashMap<>();
    private final Set<StageKey> open = ConcurrentHashMap.newKeySet();
    private final PluginContext driver;
    private final Runnable carried;
    private final long patienceMillis;
    private final long againNanos;
    private final Executor background;
    private final Map<StageKey, Boolean> own = new Recent<>(RecentStages.MOST);
    private final Map<StageKey, Long> lastAsked = new Recent<>(RecentStages.MOST);

    /**
     * Knows no stage.
     *
     * @param driver answers questions
     * @param carried is told of each answer that some other task had found
     */
    StageThresholds(PluginContext driver, Runnable carried) {
        this(driver, carried, PATIENCE_MILLIS, AGAIN_NANOS, Background::run);
    }

    StageThresholds(PluginContext driver, Runnable carried, long patienceMillis, long againNanos, Executor background) {
        this.background = background;
        this.againNanos = againNanos;
        this.driver = driver;
        this.carried = carried;
        this.patienceMillis = patienceMillis;
    }

    /**
     * Where a spiller begins. The first of a stage asks the driver, and all that begin meanwhile wait for its answer, but not for
     * long: then they begin at the initial threshold. A later answer counts for the stage's next spillers, unless a task has
     * found one meanwhile.
     */
    SpillThreshold begin(StageKey key, SpillThreshold initial) {
        SpillThreshold here = known.get(key);
        if (here != null) {
            if (here.equals(initial) && !isOwn(key) && isDue(key)) {
                askAgain(key, initial);
            }
            return here;
        }
        try {
            CompletableFuture<SpillThreshold> answer = asked.computeIfAbsent(key, k -> ask(k, initial));
            if (answer != null) {
                return answer.get(patienceMillis, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("The driver did not tell the threshold of {} in time", key, e);
        }
        SpillThreshold meanwhile = known.putIfAbsent(key, initial);
        return meanwhile == null ? initial : meanwhile;
    }

    private CompletableFuture<SpillThreshold> ask(StageKey key, SpillThreshold initial) {
        CompletableFuture<SpillThreshold> answer = new CompletableFuture<>();
        isDue(key);
        return begins(() -> answered(key, initial, answer)) ? answer : null;
    }

    // A process without threads left is no reason to fail a task, whose spiller then begins as if the driver did not answer.
    private boolean begins(Runnable asking) {
        try {
            background.execute(asking);
            return true;
        } catch (OutOfMemoryError e) {
            LOG.debug("No thread to ask the driver for a threshold", e);
            return false;
        }
    }

    private void answered(StageKey key, SpillThreshold initial, CompletableFuture<SpillThreshold> answer) {
        SpillThreshold found = initial;
        try {
            found = askDriver(key, initial);
        } finally {
            if (known.putIfAbsent(key, found) != null) {
                // Nobody waited that long.
                learn(key, initial, found);
            }
            SpillThreshold newest = known.get(key);
            answer.complete(newest == null ? found : newest);
            asked.remove(key);
        }
    }

    // Where all executors begin a stage together none has found anything yet, so whoever has still not asks again, in the background.
    private boolean isDue(StageKey key) {
        long now = System.nanoTime();
        synchronized (lastAsked) {
            Long last = lastAsked.get(key);
            if (last != null && now - last < againNanos) {
                return false;
            }
            lastAsked.put(key, now);
            return true;
        }
    }

    private void askAgain(StageKey key, SpillThreshold initial) {
        // A driver that does not answer is not asked more and more.
        if (!open.add(key)) {
            return;
        }
        boolean begins = begins(() -> {
            try {
                learn(key, initial, askDriver(key, initial));
            } finally {
                open.remove(key);
            }
        });
        if (!begins) {
            open.remove(key);
        }
    }

    private SpillThreshold askDriver(StageKey key, SpillThreshold initial) {
        try {
            Object answer = driver.ask(ThresholdMessages.ask(key));
            if (answer == null) {
                return initial;
            }
            SpillThreshold found = ThresholdMessages.threshold((String) answer);
            carried.run();
            return found;
        } catch (Exception e) {
            LOG.debug("The driver did not tell the threshold of {}", key, e);
            return initial;
        }
    }

    // What a task of this executor found meanwhile is newer, also where it is the initial threshold.
    private void learn(StageKey key, SpillThreshold initial, SpillThreshold found) {
        synchronized (own) {
            if (!own.containsKey(key)) {
                known.replace(key, initial, found);
            }
        }
    }

    private boolean isOwn(StageKey key) {
        synchronized (own) {
            return own.containsKey(key);
        }
    }

    /** What a running task found; the next spiller of this executor begins there. */
    void found(StageKey key, SpillThreshold threshold) {
        synchronized (own) {
            own.put(key, true);
            known.put(key, threshold);
        }
    }

    /** Whether a task of this executor, or the driver, knows that the stage does. */
    boolean overflows(StageKey key) {
        return known.overflows(key);
    }

    /** What a task found that ends; other executors begin there. */
    void publish(StageKey key, SpillThreshold threshold) {
        try {
            driver.send(ThresholdMessages.tell(key, threshold));
        } catch (Exception e) {
            LOG.debug("The driver was not told the threshold of {}", key, e);
        }
    }
}
