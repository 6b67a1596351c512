// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.testing.Jdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Spark's own tests of caching pass with cached blocks in H2, and the blocks really were there. */
class SparkSuitesTest {
    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> sparksOwnSuitePassesWithBlocksInTheSecondHeap() throws IOException {
        Assumptions.assumeFalse(System.getProperty("java.class.path").contains("hadoop-client-api-3.4.2"),
                "Spark 4.1 brings Hadoop 3.4.2, with which no SparkContext of the suites starts on JDK 25 (HADOOP-19212)");
        return SuiteList.tests("/suites.csv", directory, SparkSuitesTest::passesWithBlocksInTheSecondHeap);
    }

    private static void passesWithBlocksInTheSecondHeap(Path directory, String... columns) throws Exception {
        String suite = columns[0];
        String filter = columns[1];
        int tests = Integer.parseInt(columns[2]);
        String where = columns[3];
        SuiteRun run = SuiteRun.onSecondHeap(Jdks.spillway(), directory, suite, filter);
        assertEquals(0, run.failed(), run::output);
        // A suite that lost its tests, or ran without the hook, has proved nothing.
        assertTrue(run.succeeded() >= tests, () -> run.succeeded() + " tests ran, expected " + tests + "\n" + run.output());
        assertTrue(run.activations("secondHeap") > 0, () -> "no executor reported the hook\n" + run.output());
        assertTrue(run.movingCollections() > 0, () -> "nothing was moved to the second heap\n" + run.output());
        if (where.equals("local")) {
            assertTrue(run.storedBlocks() > 0, () -> "no block was stored for the second heap\n" + run.output());
        }
        System.out.printf("%s %s: %d tests passed, hook active %d times, %d blocks, %d moving collections%n", suite,
                filter, run.succeeded(), run.activations("secondHeap"), run.storedBlocks(), run.movingCollections());
    }
}
