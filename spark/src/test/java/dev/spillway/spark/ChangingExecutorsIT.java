// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.ChangingExecutors;
import dev.spillway.spark.programs.LoadsFirst;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Grouping with values as bytes while executors come, go, and differ. */
class ChangingExecutorsIT {
    @TempDir
    Path directory;

    @Test
    @Tag("long")
    void aTaskThatRunsTwiceAndAnExecutorThatIsDecommissionedLeaveResultsRight() throws Exception {
        Path jdk = Jdks.own();
        try (StandaloneCluster cluster = StandaloneCluster.start(jdk, SparkHome.find(), directory, 2)) {
            JvmProcess.Result run = ClusterGroupingIT.submit(jdk, cluster)
                    .conf("spark.speculation", "true")
                    .conf("spark.speculation.interval", "100ms")
                    .conf("spark.speculation.multiplier", "1.1")
                    .conf("spark.speculation.quantile", "0.5")
                    .conf("spark.speculation.minTaskRuntime", "100ms")
                    .conf("spark.decommission.enabled", "true")
                    .conf("spark.storage.decommission.enabled", "true")
                    .conf("spark.storage.decommission.shuffleBlocks.enabled", "true")
                    .conf("spark.storage.decommission.replicationReattemptInterval", "1s")
                    .run(directory, ChangingExecutors.class.getName(), "moves").succeeded();
            assertRight(run);
            assertTrue(number(run, "killed") > 0, run.output());
            assertTrue(run.output().contains("Executor decommission: "), run.output());
            assertEquals(0, number(run, "fetchFailures"), "its map outputs have moved\n" + run.output());
            assertEquals("[1, 1]", run.value("state"), run.output());
        }
    }

    @Test
    @Tag("long")
    void anExecutorThatRefusesTheHooksReadsWhatTheOthersWrite() {
        JvmProcess.Result run = ClusterGroupingIT.localCluster("prefix").options(
                "-Dspark.plugins=" + LoadsFirst.class.getName() + ",dev.spillway.spark.SpillwayPlugin",
                "-Dspark.dynamicAllocation.enabled=true", "-Dspark.dynamicAllocation.shuffleTracking.enabled=true",
                "-Dspark.dynamicAllocation.initialExecutors=2", "-Dspark.dynamicAllocation.maxExecutors=2",
                "-Dspark.dynamicAllocation.executorIdleTimeout=5s", "-Dspark.dynamicAllocation.shuffleTracking.timeout=5s")
                .run(ChangingExecutors.class.getName(), "idle").succeeded();
        assertRight(run);
        assertEquals("[-1, 1]", run.value("state"), run.output());
        assertTrue(number(run, "removed") >= 2, run.output());
        assertTrue(run.value("stateAgain").matches("\\[1(, 1)?]"), run.output());
    }

    private static void assertRight(JvmProcess.Result run) {
        assertEquals("true", run.value("right"), run.output());
        assertEquals("true", run.value("rightAgain"), run.output());
        assertTrue(number(run, "tasks") > 0, run.output());
    }

    private static long number(JvmProcess.Result run, String name) {
        return Long.parseLong(run.value(name));
    }
}
