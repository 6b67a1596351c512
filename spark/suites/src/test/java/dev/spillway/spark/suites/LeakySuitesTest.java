// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.testing.Jdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Spark's own tests of grouping, joining and spilling pass with values as bytes and thresholds that change. */
class LeakySuitesTest {
    private static final String KRYO = "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer";
    private static final String[] PREFIX = {KRYO, "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.leakyBuffer.wireFormat=prefix"};
    private static final String[] DEFAULTS = {KRYO};

    private static final Set<String> KNOWN_PROOFS = Set.of("leaky", "spillers", "spills");

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> sparksOwnSuitePassesWithThePapersLawAndPrefixes() throws IOException {
        return SuiteList.tests("/leaky-suites.csv", directory, (work, columns) -> passesWithTheHooks(work, columns, PREFIX));
    }

    @TestFactory
    Stream<DynamicTest> sparksOwnSuitePassesWithTheDefaults() throws IOException {
        return SuiteList.tests("/leaky-suites.csv", directory, (work, columns) -> passesWithTheHooks(work, columns, DEFAULTS));
    }

    private static void passesWithTheHooks(Path directory, String[] columns, String... options) throws Exception {
        String suite = columns[0];
        int tests = Integer.parseInt(columns[1]);
        List<String> proofs = List.of(columns[2].split(","));
        String cannotPass = columns[3];
        SuiteRun run = SuiteRun.of(Jdks.own(), directory, suite, "", "-XX:+UseParallelGC", options);
        assertEquals(run.failed(), run.failedTests().size(), run::output);
        assertEquals(cannotPass.isEmpty() ? Set.of() : Set.of(cannotPass.split(";")), run.failedTests(), run::output);
        // A suite that lost its tests, or ran without the hook, has proved nothing.
        assertTrue(run.succeeded() >= tests, () -> run.succeeded() + " tests ran, expected " + tests + "\n" + run.output());
        assertTrue(run.activations("leakyBuffer") > 0 && run.activations("eagerSpill") > 0,
                () -> "no executor reported the hooks\n" + run.output());
        assertTrue(KNOWN_PROOFS.containsAll(proofs), proofs::toString);
        assertTrue(run.leakyTasks() > 0 || !proofs.contains("leaky"), () -> "no task was leaky\n" + run.output());
        assertTrue(run.controlledSpillers() > 0 || !proofs.contains("spillers"), () -> "no spiller was controlled\n" + run.output());
        assertTrue(run.controlledSpills() > 0 || !proofs.contains("spills"), () -> "no controlled spiller spilled\n" + run.output());
        System.out.printf("%s: %d tests passed, %d leaky tasks, %d controlled spillers, %d controlled spills%n", suite, run.succeeded(),
                run.leakyTasks(), run.controlledSpillers(), run.controlledSpills());
    }
}
