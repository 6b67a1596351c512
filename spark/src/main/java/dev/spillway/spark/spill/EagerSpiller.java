// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import dev.spillway.spark.ui.StageSum;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Controls the threshold of one spiller. Rewritten classes of Spark call it through interfaces of the JDK:
 * {@link LongSupplier} and {@link IntSupplier} tell the thresholds in bytes and in records, {@link LongBinaryOperator} is
 * asked at the threshold with records and bytes and answers whether to spill (1 or 0), {@link Consumer} is told of each
 * spill: records, bytes and nanoseconds; {@link Runnable} of the beginning of one, where Spark may have waited for memory before; {@link ToLongFunction}
 * counts the records of a sorter. Called by one thread.
 */
public final class EagerSpiller
        implements LongSupplier, IntSupplier, LongBinaryOperator, ToLongFunction<Object>, Consumer<long[]>, Runnable {
    private static final SpillThreshold NONE = SpillThreshold.ofBytes(Long.MAX_VALUE);

    private final StageKey key;
    private final EagerSpill executor;
    private final SpillLaw law;
    private final TaskClock task;
    // What the law says, and what the task's spills allow.
    private SpillThreshold threshold;
    private SpillThreshold bound;
    // Bytes, until it has looked and knew what its task will read, or spilled.
    private long looksAt;
    private long gcAtLastSpill;
    private long spilledBytes;
    // When the law said that it spills; negative where Spark did.
    private long gcAtDecision = -1;
    // By the task's clock.
    private long lastSpillMillis;
    // By the system's, 0 if nobody told.
    private long spillBegan;

    EagerSpiller(StageKey key, EagerSpill executor, TaskClock task, SpillLaw law, SpillThreshold begin) {
        this.law = law;
        this.key = key;
        this.executor = executor;
        this.task = task;
        threshold = begin;
        bound = rationed(begin);
        looksAt = task.spills() == 0 ? law.firstLook() : Long.MAX_VALUE;
        gcAtLastSpill = executor.gcMillis();
        lastSpillMillis = task.millis();
    }

    private SpillThreshold rationed(SpillThreshold found) {
        return task.spills() < executor.maxSpills() ? SpillRation.of(found, task.spills(), executor.maxSpills()) : NONE;
    }

    private void report(SpillThreshold current) {
        task.report().threshold(key.kind(), current.elements(), current.bytes());
    }

    @Override
    public long getAsLong() {
        return Math.min(bound.bytes(), looksAt);
    }

    @Override
    public int getAsInt() {
        return (int) Math.min(bound.elements(), Integer.MAX_VALUE);
    }

    @Override
    public long applyAsLong(long elements, long bytes) {
        if (task.spills() >= executor.maxSpills()) {
            bound = NONE;
            looksAt = Long.MAX_VALUE;
            return 0;
        }
        SpillSample sample = sample(elements, bytes, asForLaw(bytes), 0, price(bytes));
        threshold = isLeftToSpark() ? threshold.fitting() : threshold.overflowing(executor.thresholds().overflows(key));
        looksAt = Long.MAX_VALUE;
        if (law.spills(threshold, sample)) {
            SpillTrace.spills(key, threshold, sample);
            gcAtDecision = executor.gcMillis();
            return 1;
        }
        // Sorters of pages ask when they have as much, others when they have more.
        if (elements <= bound.elements() && bytes < bound.bytes()) {
            SpillTrace.passed(key, threshold, sample);
            if (law.looksAhead() && sample.expectedBytes() == 0) {
                looksAt = 2 * bytes;
            }
            return 0;
        }
        SpillThreshold raised = law.raised(threshold, sample);
        SpillTrace.raised(key, threshold, sample, raised);
        set(raised);
        // The law knows of its own threshold only; Spark compares with the bound, and would spill.
        if (!bound.equals(raised)) {
            bound = SpillRation.above(bound, elements, bytes);
        }
        executor.metrics().raises.inc();
        task.report().add(StageSum.RAISES, 1);
        return 0;
    }

    // Spark's in-memory sorters have no common type, and one of them is not public.
    @Override
    public long applyAsLong(Object inMemorySorter) {
        if (inMemorySorter == null) {
            return 0;
        }
        try {
            Method count = inMemorySorter.getClass().getMethod("numRecords");
            count.setAccessible(true);
            return ((Number) count.invoke(inMemorySorter)).longValue();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return 0;
        }
    }

    @Override
    public void run() {
        spillBegan = System.nanoTime();
    }

    @Override
    public void accept(long[] elementsBytesNanos) {
        long bytes = elementsBytesNanos[1];
        long nanos = spillBegan == 0 ? elementsBytesNanos[2] : System.nanoTime() - spillBegan;
        spillBegan = 0;
        SpillSample sample = sample(elementsBytesNanos[0], bytes, asForLaw(bytes), nanos / 1_000_000, 0);
        boolean early = gcAtDecision >= 0;
        if (early) {
            // Less the collections meanwhile, which would come anyway.
            executor.prices().measured(key.kind(), bytes, Math.max(0, nanos / 1e6 - (executor.gcMillis() - gcAtDecision)));
        }
        gcAtDecision = -1;
        looksAt = Long.MAX_VALUE;
        spilledBytes += bytes;
        gcAtLastSpill += sample.gcMillis();
        lastSpillMillis += sample.intervalMillis();
        // At a threshold in records sorters of pages do not ask.
        executor.metrics().spilled(key.kind(), sample.spillMillis(), early || elementsBytesNanos[0] >= bound.elements());
        if (!key.kind().equals(EagerSpill.LEAKY_MAP)) {
            task.report().add(StageSum.SPILLS, 1);
            task.report().add(StageSum.SPILL_MILLIS, sample.spillMillis());
        }
        if (task.countSpill() > executor.maxSpills()) {
            bound = NONE;
            return;
        }
        SpillThreshold next = law.next(threshold, sample);
        SpillTrace.spilled(key, threshold, sample, next);
        if (next.isBelow(threshold, (double) bytes / Math.max(1, elementsBytesNanos[0]))) {
            executor.metrics().falls.inc();
        }
        // A spill that tells nothing leaves the threshold itself.
        if (next != threshold) {
            set(next);
        } else {
            bound = rationed(threshold);
            report(bound);
        }
    }

    // What the task's spills add to a threshold is not for the law, nor for the stage: it is told of its own threshold where that
    // was passed, and of less where Spark made it spill before the one that is in force.
    private long asForLaw(long bytes) {
        if (bound.bytes() == threshold.bytes()) {
            return bytes;
        }
        return Math.min(bytes, bytes < bound.bytes() ? threshold.bytes() - 1 : threshold.bytes());
    }

    private SpillSample sample(long elements, long bytes, long lawBytes, long spillMillis, long priceMillis) {
        long gc = executor.gcMillis();
        return new SpillSample(elements, lawBytes, gc - gcAtLastSpill, spillMillis, task.millis() - lastSpillMillis,
                gc - task.gcMillisAtStart(), task.millis(), taken(bytes), priceMillis, expected(taken(bytes)), executor.shareBytes());
    }

    // A spill of Spark's own map costs more than it saves, and what the program combines to may not be serializable: nothing speaks for one but the
    // user, by payback=0 or another law (decision 0205).
    private boolean isLeftToSpark() {
        return key.kind().equals(SpillStarts.COMBINING_MAP);
    }

    private long taken(long bytes) {
        return isLeftToSpark() ? 0 : spilledBytes + bytes;
    }

    // Records are taken to be alike, and all that a task takes to come from its shuffles.
    private long expected(long taken) {
        long records = law.looksAhead() ? executor.inputs().recordsOfTask(key.stage()) : 0;
        long read = records == 0 ? 0 : task.recordsRead();
        return read == 0 ? 0 : (long) (taken * Math.max(1.0, (double) records / read));
    }

    private long price(long bytes) {
        return isLeftToSpark() ? Long.MAX_VALUE : executor.prices().of(key.kind(), bytes);
    }

    // A task with too many spill files has had enough of thresholds; the stage keeps the value that it found.
    private void set(SpillThreshold next) {
        executor.thresholds().found(key, next);
        executor.metrics().threshold(next);
        task.found(key, next);
        threshold = next;
        bound = rationed(next);
        report(bound);
    }
}
