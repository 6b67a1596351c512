// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.apache.spark.util.SizeEstimator;

/**
 * Bytes of heap that keys take. Measured on ever fewer keys, as Spark's own maps do, since walking an object costs more than
 * storing it; all others count as the latest samples on average. A sample is what eight keys add to eight others, so that what
 * keys share (a schema, an enumeration) is not counted for each of them.
 */
final class KeySizes implements ToLongFunction<Object> {
    private static final int HALF = 8;
    private static final double GROWTH = 1.1;
    // A change of the keys' size halfway must show.
    private static final double WEIGHT = 0.3;

    private final ToLongFunction<Object> measure;
    private final Object[] sample = new Object[2 * HALF];
    private int sampled;
    private long keys;
    private long nextSample;
    private double average = -1;
    // What eight references take, of four or eight bytes.
    private long places;

    KeySizes() {
        this(SizeEstimator::estimate);
    }

    /** The function measures an array of keys. */
    KeySizes(ToLongFunction<Object> measure) {
        this.measure = measure;
    }

    @Override
    public long applyAsLong(Object key) {
        if (keys++ == 0) {
            average = measure.applyAsLong(new Object[] {key});
        }
        if (keys >= nextSample) {
            sample[sampled++] = key;
            if (sampled == sample.length) {
                takeSample();
            }
        }
        return (long) Math.ceil(average);
    }

    /** Lets go of the keys it holds for the next sample: Spark refers to what asked it for memory until the task ends. */
    void forget() {
        Arrays.fill(sample, null);
        sampled = 0;
    }

    private void takeSample() {
        long all = measure.applyAsLong(sample);
        long half = measure.applyAsLong(Arrays.copyOf(sample, HALF));
        if (nextSample == 0) {
            places = measure.applyAsLong(new Object[2 * HALF]) - measure.applyAsLong(new Object[HALF]);
        }
        // The places of eight references are in the index's own account.
        double each = Math.max(0, all - half - places) / (double) HALF;
        average = nextSample == 0 ? each : average + (each - average) * WEIGHT;
        forget();
        nextSample = (long) (keys * GROWTH) + sample.length;
    }
}
