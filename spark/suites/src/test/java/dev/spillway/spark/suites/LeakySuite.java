// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.testing.Jdks;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A line of a list of suites that group, join or spill.
 *
 * @param name class of the suite
 * @param tests how many of its tests pass
 * @param proofs what must have been seen in the run
 * @param cannotPass names of tests that fail
 */
record LeakySuite(String name, int tests, List<String> proofs, Set<String> cannotPass) {
    static final String KRYO = "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer";

    private static final Set<String> KNOWN_PROOFS = Set.of("leaky", "spillers");

    static LeakySuite of(String... columns) {
        Set<String> cannotPass = columns[3].isEmpty() ? Set.of() : Set.of(columns[3].split(";"));
        LeakySuite suite = new LeakySuite(columns[0], Integer.parseInt(columns[1]), List.of(columns[2].split(",")), cannotPass);
        assertTrue(KNOWN_PROOFS.containsAll(suite.proofs), suite.proofs::toString);
        return suite;
    }

    /** Runs it with the plug-in and further options: all its tests run, all but some named ones pass, and the hooks had a part in it. */
    void passesWithTheHooks(Path directory, String... options) throws Exception {
        SuiteRun run = SuiteRun.of(Jdks.own(), directory, name, "", "-XX:+UseParallelGC", options);
        System.out.printf("%s: %d tests passed, %d leaky tasks, %d controlled spillers%n", name, run.succeeded(), run.leakyTasks(), run.controlledSpillers());
        failsOnlyWhatCannotPass(run);
        // A suite that lost its tests, or ran without the hook, has proved nothing.
        assertEquals(tests, run.succeeded(), run::output);
        assertTrue(run.activations("leakyBuffer") > 0 && run.activations("eagerSpill") > 0,
                () -> "no executor reported the hooks\n" + run.output());
        assertTrue(run.leakyTasks() > 0 || !proofs.contains("leaky"), () -> "no task was leaky\n" + run.output());
        assertTrue(run.controlledSpillers() > 0 || !proofs.contains("spillers"), () -> "no spiller was controlled\n" + run.output());
    }

    /** Runs those of its tests that cannot pass on stock Spark: they fail there, too. */
    void whatCannotPassFailsOnStock(Path directory) throws Exception {
        SuiteRun run = SuiteRun.ofStock(Jdks.own(), directory, name, cannotPass, KRYO);
        failsOnlyWhatCannotPass(run);
        assertEquals(0, run.succeeded(), run::output);
        assertEquals(0, run.activations(""), run::output);
        System.out.printf("%s: %s fails on stock Spark, too%n", name, cannotPass);
    }

    private void failsOnlyWhatCannotPass(SuiteRun run) {
        assertEquals(run.failed(), run.failedTests().size(), run::output);
        assertEquals(cannotPass, run.failedTests(), run::output);
    }
}
