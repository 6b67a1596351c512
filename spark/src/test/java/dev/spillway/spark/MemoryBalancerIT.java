// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.FollowingHeap;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark's memory beside the memory balancer, which sees a container of files. */
class MemoryBalancerIT {
    private static final long MB = 1 << 20;
    private static final String GROUP = "sys/fs/cgroup/job/";

    @TempDir
    Path directory;

    @BeforeEach
    void container() throws IOException {
        write("proc/self/cgroup", "0::/job");
        write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw");
        write("proc/meminfo", "MemTotal: 67108864 kB\nMemAvailable: 60000000 kB\nCached: 1000 kB\nDirty: 0 kB\nShmem: 0 kB");
        // In pages: 300 MB resident, of these 50 MB of files.
        write("proc/self/statm", "1000000 76800 12800 1 0 900000 0");
        write("proc/self/io", "rchar: 0\nread_bytes: 0");
        write(GROUP + "cgroup.events", "populated 1\nfrozen 0");
        write(GROUP + "memory.max", Long.toString(1600 * MB));
        write(GROUP + "memory.stat", "anon 67108864\nfile 0\nkernel 0\nshmem 0\nfile_dirty 0\nfile_writeback 0\nslab_reclaimable 0\n"
                + "workingset_refault_file 0");
        write(GROUP + "io.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0");
    }

    private void write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private JvmProcess.Result run(String... options) {
        return SparkHome.jvm(Jdks.spillway())
                .options("-XX:+UseParallelGC", "-Xms64m", "-Xmx1g", "-XX:SecondHeapSize=512m", "-XX:SecondHeapPath=" + directory)
                .options("-XX:+UnlockDiagnosticVMOptions", "-XX:+UseMemoryBalancer", "-XX:MemoryBalancerRoot=" + directory)
                .options(options)
                .run(FollowingHeap.class.getName(), directory.resolve(GROUP + "memory.max").toString(), Long.toString(700 * MB), Long.toString(1600 * MB))
                .succeeded();
    }

    @Test
    void sparksMemoryShrinksWithTheFirstHeap() {
        JvmProcess.Result run = run();
        long withheld = Long.parseLong(run.value("withheld"));
        long limit = Long.parseLong(run.value("limit"));
        assertTrue(limit > 0 && limit < 700 * MB, run.output());
        assertTrue(withheld > 100 * MB, run.output());
        assertEquals(withheld, Long.parseLong(run.value("after.used")) - Long.parseLong(run.value("before.used")), run.output());
        assertEquals("true", run.value("right"), run.output());
        assertTrue(Long.parseLong(run.value("later.limit")) > limit, run.output());
        assertTrue(Long.parseLong(run.value("later.withheld")) < withheld, run.output());
    }

    @Test
    void sparksMemoryStaysWhenToldTo() {
        JvmProcess.Result run = run("-Dspark.spillway.memoryBalancer.follow=false");
        assertEquals(run.value("before.used"), run.value("after.used"), run.output());
    }
}
