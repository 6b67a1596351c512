// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.LocalCaching;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCachingIT {
    @TempDir
    Path directory;

    @Test
    void blocksOfRddsAndDataFramesGoToTheSecondHeap() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.spillway())
                .options("-XX:TieredStopAtLevel=4", "-XX:+UseParallelGC", "-Xmx512m", "-XX:SecondHeapSize=1g", "-XX:SecondHeapPath=" + directory)
                // Far less than a block, so blocks move while others are being cached.
                .options("-XX:SecondHeapMoveTrigger=64k")
                .options("-Dspark.spillway.secondHeap.excludedNames=secret")
                .run(LocalCaching.class.getName())
                .succeeded();
        assertRouting(run);
        for (String name : new String[] {"first1", "first2", "disk", "frame"}) {
            assertTrue(Long.parseLong(run.value(name + ".moved")) > 0, () -> name + "\n" + run.output());
        }
        assertEquals(1, run.lines("secondHeap=ON").size() / 2, "one banner per context\n" + run.output());
    }

    @Test
    @Tag("long")
    void routingIsTheSameOnAHeapOfTheTest() {
        assertRouting(SparkHome.jvm(Jdks.own())
                .options("-Xmx512m", "-Dspark.plugins=dev.spillway.spark.FakeHeapPlugin")
                .options("-Dspark.spillway.secondHeap.excludedNames=secret")
                .run(LocalCaching.class.getName())
                .succeeded());
    }

    @Test
    void stockJvmBehavesAsStockAndSaysSo() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.stock25())
                .options("-Xmx512m")
                .run(LocalCaching.class.getName())
                .succeeded();
        assertEquals("0", run.value("state1"));
        assertEquals("true", run.value("first1.right"));
        assertEquals("true", run.value("first1.chargedToStorage"));
        assertEquals("-2", run.value("first1.blocks"), "no store of ours");
        assertTrue(run.output().contains("secondHeap=OFF (this JVM is not a Spillway JDK"), run.output());
    }

    private static void assertRouting(JvmProcess.Result run) {
        for (String name : new String[] {"first1", "first2", "disk"}) {
            assertEquals("true", run.value(name + ".right"), run.output());
            assertEquals("4", run.value(name + ".blocks"), run.output());
            assertEquals("false", run.value(name + ".chargedToStorage"));
            assertEquals("0", run.value(name + ".blocksAfterUnpersist"));
            assertEquals("0", run.value(name + ".poolAfterUnpersist"));
        }
        for (String name : new String[] {"serialized", "excluded", "property", "frameOff"}) {
            assertEquals("true", run.value(name + ".right"), run.output());
            assertEquals("0", run.value(name + ".blocks"), name + "\n" + run.output());
        }
        assertEquals("true", run.value("frame.right"));
        assertEquals("4", run.value("frame.blocks"), run.output());
        assertEquals("0", run.value("table.blocks"), "excluded by its name");
        assertEquals("1", run.value("state2"), "a second context of the same JVM");
        assertEquals("ok", run.value("end"));
    }
}
