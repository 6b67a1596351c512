// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.ClusterCaching;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real standalone cluster: a master and two workers in processes of their own, the application through spark-submit. */
class StandaloneIT {
    @TempDir
    Path directory;

    @Test
    void blocksAreCachedAndReadOnTwoWorkersWithTheJarGivenToSparkSubmit() throws Exception {
        Path jdk = Jdks.spillway();
        SparkHome.assumeExecutorsRunOnJdk25();
        try (StandaloneCluster cluster = StandaloneCluster.start(jdk, SparkHome.find(), directory, 2)) {
            JvmProcess.Result run = new SparkSubmit(jdk, SparkHome.find())
                    .conf("spark.master", cluster.url())
                    .conf("spark.jars", SparkHome.pluginJar())
                    .conf("spark.plugins", "dev.spillway.spark.SpillwayPlugin")
                    .conf("spark.executor.memory", "512m")
                    .conf("spark.executor.cores", "1")
                    .conf("spark.executorEnv.JAVA_HOME", jdk.toString())
                    .conf("spark.executor.extraJavaOptions",
                            String.join(" ", SparkHome.shortRun()) + " -XX:+UseParallelGC -XX:SecondHeapSize=512m -XX:SecondHeapMoveTrigger=64k"
                                    + " -XX:SecondHeapPath=" + directory)
                    .limit(Duration.ofMinutes(6))
                    .run(directory, ClusterCaching.class.getName(), "remote")
                    .succeeded();
            assertTrue(run.value("on").contains("=1") && !run.value("on").contains("=0"), run.output());
            assertEquals("true", run.value("right"));
            assertTrue(Long.parseLong(run.value("leastMoved")) > 0, run.output());
            assertEquals("true", run.value("rightAgain"));
            assertEquals("40000", run.value("computedAgain"), run.output());
            assertEquals("0", run.value("after"));
        }
    }
}
