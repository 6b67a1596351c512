// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Tuple2;

/** A map spills above the thresholds that a program has set for Spark's own, with memory to spare. */
class UsersThresholdTest extends LeakyMapFixture {
    private static final String RECORDS = "spark.shuffle.spill.numElementsForceSpillThreshold";
    private static final String BYTES = "spark.shuffle.spill.maxSizeInBytesForSpillThreshold";

    @ParameterizedTest
    @CsvSource({"999, 1m, 0", "1000, 100m, 20", "100000, 512k, 1"})
    void aMapSpillsAboveTheUsersThreshold(int records, String bytes, int least) throws IOException {
        map.close();
        map = newMap(UsersThreshold.of(new SparkConf(false).set(RECORDS, Integer.toString(records)).set(BYTES, bytes)));
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(1), 20_020);
        insert(pairs);
        // One more than the threshold is in each.
        assertTrue(records > 1000 || map.counts().spills() == pairs.size() / (records + 1), map.counts().spills() + " spills");
        assertTrue(map.counts().spills() >= least, map.counts().spills() + " spills");
        assertEquals(expected(pairs), collect(() -> { }));
    }

    @Test
    void whatTakesAsMuchAsTheThresholdStaysInMemory() throws IOException {
        map.close();
        map = newMap(new UsersThreshold(10_000, Long.MAX_VALUE));
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(1), 10_000);
        insert(pairs);
        assertEquals(0, map.counts().spills());
        assertEquals(expected(pairs), collect(() -> { }));
    }

    /** Another consumer that empties the map must not make its input look as if it had ended. */
    @Test
    void aMapThatIsEmptiedForAnotherConsumerTakesTheRestOfItsInput() throws IOException {
        map.close();
        map = newMap(new UsersThreshold(Long.MAX_VALUE, 8 << 20));
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(2), 60_000);
        scala.collection.Iterator<scala.Product2<Object, RawValue>> all = encoded(pairs);
        int[] given = {0};
        map.insertAll(new scala.collection.AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public scala.Product2<Object, RawValue> next() {
                if (++given[0] % 100 == 50) {
                    spillNow();
                }
                return all.next();
            }
        }, 0);
        assertTrue(map.counts().spills() > 500, map.counts().spills() + " spills");
        assertEquals(pairs.size(), given[0]);
        assertEquals(pairs.size(), collect(() -> { }).values().stream().flatMap(values -> values.values().stream()).mapToInt(n -> n).sum());
    }

    private void spillNow() {
        try {
            map.spill(1, new Hog(0));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void withoutSettingsThereIsNone() {
        assertFalse(UsersThreshold.of(new SparkConf(false)).isSet());
        assertTrue(UsersThreshold.of(new SparkConf(false).set(BYTES, "1g")).isSet());
    }
}
