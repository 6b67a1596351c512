// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.FullDisk;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A spill that finds no room fails its job with the reason, and the next job is right. */
class FullDiskIT {
    @TempDir
    Path disk;

    @BeforeEach
    void mount() throws Exception {
        boolean mounted = command("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", disk.toString());
        if (!mounted) {
            System.out.println("SKIPPED: a full disk needs the right to mount one");
        }
        Assumptions.assumeTrue(mounted, "needs the right to mount");
    }

    @AfterEach
    void unmount() throws Exception {
        command("umount", disk.toString());
    }

    @Test
    void aDiskThatIsFullWhenALeakyMapSpillsFailsTheJobAndNoLaterOne() {
        JvmProcess.Result run = run("group");
        assertEquals("[]", run.value("left"), "spill files of the failed job");
        assertTrue(Long.parseLong(run.value("leakyBuffer.tasks")) >= 2, run.output());
        assertTrue(Long.parseLong(run.value("leakyBuffer.spills")) > 1, run.output());
    }

    // Spark's sorter keeps the spill files of a read that failed until the context stops, with and without eager spill.
    @Test
    void aDiskThatIsFullWhenAControlledSorterSpillsFailsTheJobAndNoLaterOne() {
        JvmProcess.Result run = run("sort", "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.eagerSpill.minSize=64k",
                "-Dspark.spillway.eagerSpill.initialFraction=0.001");
        assertTrue(Long.parseLong(run.value("eagerSpill.spills.ExternalSorter")) > 1, run.output());
    }

    private JvmProcess.Result run(String job, String... options) {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own())
                .options("-Xmx512m", "-Dspark.memory.fraction=0.01", "-Dspark.shuffle.spill.initialMemoryThreshold=1", "-Dspark.local.dir=" + disk)
                .options("-Dspark.serializer=org.apache.spark.serializer.KryoSerializer").options(options)
                .run(FullDisk.class.getName(), job, disk.toString()).succeeded();
        assertEquals("true", run.value("full"), run.output());
        assertEquals("0", run.value("memory"), "execution memory that the failed job holds");
        assertEquals(FullDisk.right(), run.value("roomy"), run.output());
        assertEquals("ok", run.value("end"), run.output());
        return run;
    }

    private static boolean command(String... words) throws IOException, InterruptedException {
        return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
    }
}
