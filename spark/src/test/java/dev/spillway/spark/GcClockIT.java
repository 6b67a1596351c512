// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcClockIT {
    // Of three clocks that count milliseconds.
    private static final long ROUNDING = 3;

    @TempDir
    Path directory;

    @Test
    void movingToTheSecondHeapIsNoGarbageCollectionToEagerSpill() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.spillway())
                .options("-XX:+UseParallelGC", "-Xmx512m", "-XX:SecondHeapSize=1g", "-XX:SecondHeapPath=" + directory)
                .run(MovesOnTheClock.class.getName()).succeeded();
        assertEquals(1_600_000, number(run, "elements"));
        assertTrue(number(run, "moved") > 10 * ROUNDING, run.output());
        assertTrue(number(run, "counted") <= number(run, "collected") - number(run, "moved") + ROUNDING, run.output());
        assertTrue(number(run, "counted") > 0, "collections that move do other work, too\n" + run.output());
    }

    private static long number(JvmProcess.Result run, String name) {
        return Long.parseLong(run.value(name));
    }
}
