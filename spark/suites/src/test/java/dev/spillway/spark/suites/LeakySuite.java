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
 * @param filter what the names of the tests contain that run; empty for all
 */
record LeakySuite(String name, int tests, List<String> proofs, Set<String> cannotPass, String filter) {
    static final String KRYO = "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer";

    private static final Set<String> KNOWN_PROOFS = Set.of("leaky", "spillers", "spills", "leaky spills");

    static LeakySuite of(String... columns) {
        Set<String> cannotPass = columns[3].isEmpty() ? Set.of() : Set.of(columns[3].split(";"));
        String filter = columns.length > 4 ? columns[4] : "";
        LeakySuite suite = new LeakySuite(columns[0], Integer.parseInt(columns[1]), List.of(columns[2].split(",")), cannotPass, filter);
        assertTrue(KNOWN_PROOFS.containsAll(suite.proofs), suite.proofs::toString);
        return suite;
    }

    /** Runs it with the plug-in and further options: all its tests run, all but some named ones pass, and the hooks had a part in it. */
    void passesWithTheHooks(Path directory, String... options) throws Exception {
        SuiteRun run = SuiteRun.of(Jdks.own(), directory, name, filter, "-XX:+UseParallelGC", options);
        System.out.printf("%s: %d tests passed, %d leaky tasks, %d controlled spillers, %d controlled spills of leaky maps and %d of others%n", name,
                run.succeeded(), run.leakyTasks(), run.controlledSpillers(), run.leakySpills(), run.otherSpills());
        failsOnlyWhatCannotPass(run);
        // A suite that lost its tests, or ran without the hook, has proved nothing.
        assertEquals(tests, run.succeeded(), run::output);
        assertTrue(run.activations("leakyBuffer") > 0 && run.activations("eagerSpill") > 0,
                () -> "no executor reported the hooks\n" + run.output());
        proves("leaky", run.leakyTasks(), run);
        proves("spillers", run.controlledSpillers(), run);
        proves("spills", run.otherSpills(), run);
        proves("leaky spills", run.leakySpills(), run);
    }

    private void proves(String proof, long seen, SuiteRun run) {
        assertTrue(seen > 0 || !proofs.contains(proof), () -> "nothing proves " + proof + "\n" + run.output());
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
