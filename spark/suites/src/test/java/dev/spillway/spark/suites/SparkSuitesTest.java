// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.testing.Jdks;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Spark's own tests of caching pass with cached blocks in H2, and the blocks really were there. */
class SparkSuitesTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0} {1}")
    @CsvFileSource(resources = "/suites.csv", delimiter = '|', numLinesToSkip = 1)
    void sparksOwnSuitePassesWithBlocksInTheSecondHeap(String suite, String filter, int tests, String where)
            throws Exception {
        String wanted = System.getProperty("spillway.suites", "");
        Assumptions.assumeTrue(wanted.isBlank() || suite.contains(wanted), "not asked for");
        SuiteRun run = SuiteRun.onSecondHeap(Jdks.spillway(), directory, suite, filter == null ? "" : filter);
        assertEquals(0, run.failed(), run::output);
        // A suite that lost its tests, or ran without the hook, has proved nothing.
        assertTrue(run.succeeded() >= tests, () -> run.succeeded() + " tests ran, expected " + tests + "\n" + run.output());
        assertTrue(run.activations("secondHeap") > 0, () -> "no executor reported the hook\n" + run.output());
        assertTrue(run.movingCollections() > 0, () -> "nothing was moved to the second heap\n" + run.output());
        if (where.equals("local")) {
            assertTrue(run.storedBlocks() > 0, () -> "no block was stored for the second heap\n" + run.output());
        }
        System.out.printf("%s %s: %d tests passed, hook active %d times, %d blocks, %d moving collections%n", suite,
                filter == null ? "" : filter, run.succeeded(), run.activations("secondHeap"), run.storedBlocks(), run.movingCollections());
    }
}
