// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.OneCachedRdd;
import dev.spillway.spark.programs.TwoCachedRdds;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeDataIT {
    @TempDir
    Path directory;

    @Test
    void onePartitionLargerThanTheHeapIsCached() {
        JvmProcess.Result run = jvm("256m", "1g").run(OneCachedRdd.class.getName(), "1", "2000000").succeeded();
        assertEquals("1", run.value("state"));
        assertEquals("true", run.value("right"), run.output());
        assertEquals("1", run.value("blocks"), run.output());
        long heap = Long.parseLong(run.value("maxMemory"));
        assertTrue(Long.parseLong(run.value("poolUsedBytes")) > heap, run.output());
        assertTrue(Long.parseLong(run.value("movedBytes")) > heap, run.output());
    }

    @Test
    void leastRecentlyUsedRddMakesRoomWhenThePoolIsFull() {
        JvmProcess.Result run = jvm("256m", "256m").run(TwoCachedRdds.class.getName(), "4", "200000").succeeded();
        assertEquals("true", run.value("right"), run.output());
        assertTrue(Long.parseLong(run.value("evictions")) > 0, run.output());
        assertEquals("true", run.value("evictedReadBackFromDisk"), run.output());
    }

    private JvmProcess jvm(String heap, String secondHeap) {
        return SparkHome.jvm(Jdks.spillway())
                .limit(Duration.ofMinutes(5))
                .options("-XX:+UseParallelGC", "-Xmx" + heap, "-XX:SecondHeapSize=" + secondHeap)
                // Spark wants 450 MB unless told to reserve less for itself.
                .options("-Dspark.testing.reservedMemory=67108864", "-XX:SecondHeapRegionSize=4m", "-XX:SecondHeapPath=" + directory);
    }
}
