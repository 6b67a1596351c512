// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.ClusterCaching;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cluster side of the store on any JVM: everything but the JVM's second heap is real. */
class ClusterOnTestHeapIT {
    @Test
    @Tag("long")
    void replicatedBlocksAreInBothExecutorsAndLeaveWithUnpersist() {
        JvmProcess.Result run = run("copies");
        assertEquals("true", run.value("right"));
        assertEquals("[4, 4]", run.value("blocks"), run.output());
        assertEquals("[0, 0]", run.value("after"), run.output());
    }

    @Test
    @Tag("long")
    void blockTooLargeToSerializeWholeIsComputedAgainWhereItIsNeeded() {
        JvmProcess.Result run = run("remote", "-Dspark.spillway.secondHeap.serveFraction=0.001");
        assertEquals("true", run.value("rightAgain"), run.output());
        assertTrue(Long.parseLong(run.value("computedAgain")) > 40_000, run.output());
        assertEquals("0", run.value("after"), "the refused read leaves no lock behind");
    }

    private static JvmProcess.Result run(String scenario, String... options) {
        return SparkHome.jvm(Jdks.own())
                .limit(Duration.ofMinutes(4))
                .options("-Xmx512m", "-Dspark.master=local-cluster[2,1,700]", "-Dspark.executor.memory=512m")
                .options("-Dspark.plugins=dev.spillway.spark.FakeHeapPlugin")
                .options(options)
                .run(ClusterCaching.class.getName(), scenario)
                .succeeded();
    }
}
