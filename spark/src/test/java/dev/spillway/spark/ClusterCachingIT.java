// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.ClusterCaching;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCachingIT {
    @TempDir
    Path directory;

    @Test
    @Tag("long")
    void replicatedBlocksAreInTheSecondHeapOfBothExecutors() {
        JvmProcess.Result run = onSpillway("copies");
        assertEquals("true", run.value("right"));
        assertEquals("[4, 4]", run.value("blocks"), run.output());
        assertEquals("[0, 0]", run.value("after"), run.output());
    }

    @Test
    @Tag("long")
    void blocksAreReadFromAnotherExecutor() {
        JvmProcess.Result run = onSpillway("remote");
        assertEquals("true", run.value("rightAgain"));
        assertEquals("40000", run.value("computedAgain"), "nothing is computed twice\n" + run.output());
        assertEquals("0", run.value("recomputes"));
        assertEquals("0", run.value("after"));
    }

    @Test
    @Tag("long")
    void blockTooLargeToSerializeWholeIsComputedAgainWhereItIsNeeded() {
        JvmProcess.Result run = onSpillway("remote", "-Dspark.spillway.secondHeap.serveFraction=0.001");
        assertEquals("true", run.value("rightAgain"), run.output());
        assertTrue(Long.parseLong(run.value("computedAgain")) > 40_000, run.output());
        assertTrue(Long.parseLong(run.value("recomputes")) > 0, run.output());
        assertEquals("0", run.value("after"), "the refused read leaves no lock behind");
    }

    @Test
    @Tag("long")
    void locallyCheckpointedBlockOfAnySizeIsServedToOtherExecutors() {
        JvmProcess.Result run = cluster().options("-Dspark.spillway.secondHeap.serveFraction=0.001")
                .run(ClusterCaching.class.getName(), "checkpointed").succeeded();
        assertEquals("true", run.value("before"), run.output());
        assertEquals("true", run.value("after"), run.output());
        assertEquals("0", run.value("recomputes"), run.output());
        assertTrue(Long.parseLong(run.value("leastMoved")) > 0, "blocks cached before the checkpoint were in H2\n" + run.output());
    }

    @Test
    void executorKilledWhileCachingIsReplaced() {
        Path marker = directory.resolve("died");
        JvmProcess.Result run = cluster().run(ClusterCaching.class.getName(), "killed", marker.toString());
        assertEquals("true", run.succeeded().value("died"));
        assertEquals("true", run.value("right"));
        assertEquals("true", run.value("rightAgain"));
        assertEquals("true", run.value("blocks"), run.output());
        assertMoved(run);
    }

    @Test
    @Tag("long")
    void blocksMoveAwayFromADecommissionedExecutor() {
        JvmProcess.Result run = onSpillway(
                "decommission",
                "-Dspark.decommission.enabled=true",
                "-Dspark.storage.decommission.enabled=true",
                "-Dspark.storage.decommission.rddBlocks.enabled=true",
                "-Dspark.storage.decommission.replicationReattemptInterval=1s");
        assertEquals("true", run.value("left"), run.output());
        assertEquals("true", run.value("rightAgain"), run.output());
        assertEquals("true", run.value("computedOnce"), run.output());
    }

    private JvmProcess.Result onSpillway(String scenario, String... options) {
        JvmProcess.Result run =
                cluster().options(options).run(ClusterCaching.class.getName(), scenario).succeeded();
        assertTrue(run.value("on").contains("=1") && !run.value("on").contains("=0"), run.output());
        assertEquals("2", run.value("toldDriver"), "executors tell the driver their state\n" + run.output());
        assertMoved(run);
        return run;
    }

    // A block in the plug-in's table may still wait in H1: only the JVM knows what it moved.
    private static void assertMoved(JvmProcess.Result run) {
        assertTrue(Long.parseLong(run.value("leastMoved")) > 0, run.output());
    }

    private JvmProcess cluster() {
        Path jdk = Jdks.spillway();
        SparkHome.assumeExecutorsRunOnJdk25();
        return SparkHome.jvm(jdk)
                .limit(Duration.ofMinutes(6))
                .environment("JAVA_HOME", jdk.toString())
                .options("-Xmx512m", "-Dspark.master=local-cluster[2,1,700]", "-Dspark.executor.memory=512m")
                .options("-Dspark.executorEnv.JAVA_HOME=" + jdk)
                .options("-Dspark.executor.extraJavaOptions=" + String.join(" ", SparkHome.shortRun()) + " -XX:+UseParallelGC -XX:SecondHeapSize=512m"
                        // Far less than a block, so blocks move while others are being cached.
                        + " -XX:SecondHeapMoveTrigger=64k -XX:SecondHeapPath=" + directory);
    }
}
