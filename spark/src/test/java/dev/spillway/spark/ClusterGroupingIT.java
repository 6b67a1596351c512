// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.ClusterGrouping;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Grouping with values as bytes on executors in processes of their own. */
class ClusterGroupingIT {
    private static final String[] SETTINGS = {
        "spark.serializer=org.apache.spark.serializer.KryoSerializer", "spark.memory.fraction=0.01",
        "spark.shuffle.spill.initialMemoryThreshold=1", "spark.executor.memory=512m"};
    private static final String EXECUTOR_OPTIONS = "spark.executor.extraJavaOptions";

    @TempDir
    Path directory;

    @Test
    void executorKilledInTheMiddleOfALeakyReadIsReplacedAndItsMapOutputsAreComputedAgain() {
        JvmProcess.Result run = localCluster("copy")
                .run(ClusterGrouping.class.getName(), directory.toString(), "killed").succeeded();
        assertEquals("true", run.value("died"));
        assertRight(run);
        assertEquals(1, run.lines("leakyBuffer.writes=OFF (wire format copy").size(), run.output());
    }

    @Test
    @Tag("long")
    void executorKilledWhileALeakyReadInsertsIsReplacedAndItsMapOutputsAreComputedAgain() {
        JvmProcess.Result run = localCluster("prefix")
                .run(ClusterGrouping.class.getName(), directory.toString(), "killedReading").succeeded();
        assertEquals("true", run.value("died"));
        assertRight(run);
    }

    @Test
    @Tag("long")
    void mapOutputsThatAreLostAreComputedAgainForLeakyReads() {
        assertComputedAgain("prefix", "KryoSerializer");
    }

    // Reads of what Java's serializer wrote ask first how much there is, which fails where outputs are missing.
    @Test
    @Tag("long")
    void mapOutputsOfJavasSerializerThatAreLostAreComputedAgainForLeakyReads() {
        assertComputedAgain("copy", "JavaSerializer");
    }

    private void assertComputedAgain(String wireFormat, String serializer) {
        JvmProcess.Result run = localCluster(wireFormat)
                .options("-Dspark.local.dir=" + directory, "-Dspark.serializer=org.apache.spark.serializer." + serializer)
                .run(ClusterGrouping.class.getName(), directory.toString(), "lost").succeeded();
        assertTrue(Integer.parseInt(run.value("deleted")) > 0, run.output());
        assertTrue(Integer.parseInt(run.value("fetchFailures")) > 0, run.output());
        assertEquals("true", run.value("rightAfterLoss"), run.output());
        assertRight(run);
    }

    @Test
    @Tag("long")
    void lengthsWrittenByTheMapSideAreReadByOtherExecutors() {
        JvmProcess.Result run = localCluster("prefix").run(ClusterGrouping.class.getName(), directory.toString()).succeeded();
        assertRight(run);
        assertEquals(1, run.lines("what is on is decided by each executor, leakyBuffer.writes=ON (wire format prefix").size(), run.output());
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("dev.spillway.spark.SparkHome#releases")
    void aStandaloneClusterGroupsWithTheJarGivenToSparkSubmitOnAStockJdk(int release) throws Exception {
        Path jdk = SparkHome.jdk(release);
        if (release == 25) {
            SparkHome.assumeExecutorsRunOnJdk25();
        }
        try (StandaloneCluster cluster = StandaloneCluster.start(jdk, SparkHome.find(), directory, 2)) {
            // Tasks that write the lengths find their serializer in the jar, which executors have from spark-submit.
            assertRight(submit(jdk, cluster).conf("spark.spillway.leakyBuffer.wireFormat", "prefix").run(directory, ClusterGrouping.class.getName(), directory.toString()).succeeded());
        }
    }

    /** A program for a standalone cluster, by spark-submit. */
    static SparkSubmit submit(Path jdk, StandaloneCluster cluster) {
        SparkSubmit submit = new SparkSubmit(jdk, SparkHome.find())
                .conf("spark.master", cluster.url())
                .conf("spark.jars", SparkHome.pluginJar())
                .conf("spark.plugins", "dev.spillway.spark.SpillwayPlugin")
                .conf("spark.executor.cores", "1")
                .conf("spark.executorEnv.JAVA_HOME", jdk.toString())
                .conf(EXECUTOR_OPTIONS, String.join(" ", SparkHome.shortRun()));
        for (String setting : SETTINGS) {
            submit.conf(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return submit.limit(Duration.ofMinutes(6));
    }

    private static void assertRight(JvmProcess.Result run) {
        assertEquals("true", run.value("right"), run.output());
        assertEquals("true", run.value("joined"), run.output());
        assertEquals("[1, 1]", run.value("state"), run.output());
        assertTrue(Long.parseLong(run.value("tasks")) >= 4, run.output());
        assertTrue(Long.parseLong(run.value("spills")) > 0, run.output());
    }

    static JvmProcess localCluster(String wireFormat) {
        Path jdk = Jdks.own();
        JvmProcess jvm = SparkHome.jvm(jdk)
                .limit(Duration.ofMinutes(6))
                .environment("JAVA_HOME", jdk.toString())
                .options("-Xmx512m", "-Dspark.master=local-cluster[2,1,700]", "-Dspark.executorEnv.JAVA_HOME=" + jdk)
                .options("-Dspark.spillway.leakyBuffer.wireFormat=" + wireFormat)
                .options("-D" + EXECUTOR_OPTIONS + "=" + String.join(" ", SparkHome.shortRun()));
        for (String setting : SETTINGS) {
            jvm.options("-D" + setting);
        }
        return jvm;
    }
}
