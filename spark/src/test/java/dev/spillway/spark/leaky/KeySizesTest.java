// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeySizesTest {
    private final AtomicInteger measured = new AtomicInteger();
    // As the estimator does: a reference for each place, a shared part once, the keys themselves.
    private final KeySizes sizes = new KeySizes(keys -> {
        measured.incrementAndGet();
        long bytes = 1_000_000 + 4 * ((Object[]) keys).length;
        for (Object key : (Object[]) keys) {
            bytes += key == null ? 0 : ((String) key).length();
        }
        return bytes;
    });

    @Test
    void fewOfManyKeysAreMeasured() {
        long total = total("x".repeat(100), 1_000_000);
        assertEquals(100_000_000, total - firstSample(total, 100), 1000);
        assertTrue(measured.get() < 300, measured + " measured");
    }

    @Test
    void theEstimateFollowsKeysThatGrow() {
        total("x".repeat(10), 1000);
        long total = total("x".repeat(1000), 100_000);
        assertTrue(total > 80_000_000 && total < 101_000_000, "estimated " + total);
    }

    @Test
    void placesOfEightBytesAreNotTakenForPartsOfTheKeys() {
        KeySizes wide = new KeySizes(keys -> 24 + 8L * ((Object[]) keys).length
                + Arrays.stream((Object[]) keys).filter(Objects::nonNull).count() * 100);
        long last = 0;
        for (int i = 0; i < 1000; i++) {
            last = wide.applyAsLong("k");
        }
        assertEquals(100, last);
    }

    // Before there are enough keys for a sample the first one counts with all it refers to.
    private static long firstSample(long total, long each) {
        return 15 * (1_000_004 + each) - 15 * each;
    }

    private long total(String key, int times) {
        long total = 0;
        for (int i = 0; i < times; i++) {
            total += sizes.applyAsLong(key);
        }
        return total;
    }
}
