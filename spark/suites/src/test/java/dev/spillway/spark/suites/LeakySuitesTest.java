// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.testing.Jdks;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Spark's own tests of grouping, joining and spilling pass with values as bytes and thresholds that change. */
class LeakySuitesTest {
    private static final String[] OPTIONS = {
        "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer", "-Dspark.spillway.eagerSpill.enabled=true",
        "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.leakyBuffer.wireFormat=prefix"};

    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/leaky-suites.csv", delimiter = '|', numLinesToSkip = 1)
    void sparksOwnSuitePassesWithTheHooks(String suite, int tests, String proof, String cannotPass) throws Exception {
        String wanted = System.getProperty("spillway.suites", "");
        Assumptions.assumeTrue(wanted.isBlank() || suite.contains(wanted), "not asked for");
        SuiteRun run = SuiteRun.of(Jdks.own(), directory, suite, "", "-XX:+UseParallelGC", OPTIONS);
        assertEquals(run.failed(), run.failedTests().size(), run::output);
        assertEquals(cannotPass == null ? Set.of() : Set.of(cannotPass.split(";")), run.failedTests(), run::output);
        // A suite that lost its tests, or ran without the hook, has proved nothing.
        assertTrue(run.succeeded() >= tests, () -> run.succeeded() + " tests ran, expected " + tests + "\n" + run.output());
        assertTrue(run.activations("leakyBuffer") > 0 && run.activations("eagerSpill") > 0,
                () -> "no executor reported the hooks\n" + run.output());
        if (proof.contains("leaky")) {
            assertTrue(run.leakyTasks() > 0, () -> "no task was leaky\n" + run.output());
        }
        if (proof.contains("spill")) {
            assertTrue(run.controlledSpills() > 0, () -> "no spill was controlled\n" + run.output());
        }
        System.out.printf("%s: %d tests passed, %d leaky tasks, %d controlled spills%n", suite, run.succeeded(), run.leakyTasks(),
                run.controlledSpills());
    }
}
