// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Spark's own tests of grouping, joining and spilling pass with values as bytes and thresholds that change. */
class LeakySuitesTest {
    private static final String LIST = "/leaky-suites.csv";

    // The first threshold is a thousandth of the heap, divided by the tasks at once, but 64 KiB at least.
    private static final String[] LEAST_THRESHOLDS = {
        LeakySuite.KRYO, "-Xmx256m", "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.eagerSpill.initialFraction=0.001",
        "-Dspark.spillway.eagerSpill.minSize=64k", "-Dspark.spillway.eagerSpill.minRecords=32", "-Dspark.shuffle.spill.initialMemoryThreshold=0"
    };

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> sparksOwnSuitePassesWithThePapersLawAndPrefixes() throws IOException {
        return SuiteList.tests(LIST, directory, (work, columns) -> LeakySuite.of(columns).passesWithTheHooks(work, LeakySuite.KRYO,
                "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.leakyBuffer.wireFormat=prefix"));
    }

    @TestFactory
    Stream<DynamicTest> sparksOwnSuitePassesWithTheDefaults() throws IOException {
        return SuiteList.tests(LIST, directory, (work, columns) -> LeakySuite.of(columns).passesWithTheHooks(work, LeakySuite.KRYO));
    }

    // The two suites whose tests group pairs; the others group little, and have no test of the groups themselves.
    private static boolean groupsPairs(String... columns) {
        return columns[0].endsWith(".PairRDDFunctionsSuite") || columns[0].endsWith(".DistributedSuite");
    }

    @TestFactory
    Stream<DynamicTest> sparksOwnSuiteOfGroupsPassesWithStreamedGroups() throws IOException {
        return SuiteList.tests(LIST, LeakySuitesTest::groupsPairs, directory, (work, columns) -> LeakySuite.of(columns).passesWithTheHooks(work,
                LeakySuite.KRYO, "-Dspark.spillway.leakyBuffer.streamGroups=true"));
    }

    @TestFactory
    Stream<DynamicTest> sparksOwnSuiteOfGroupsPassesWithJavasSerializer() throws IOException {
        return SuiteList.tests(LIST, LeakySuitesTest::groupsPairs, directory, (work, columns) -> LeakySuite.of(columns).passesWithTheHooks(work,
                "-Dspark.spillway.leakyBuffer.javaSerializerShare=0"));
    }

    @TestFactory
    Stream<DynamicTest> sparksOwnSuitePassesWithSpillsAtTheLeastThresholds() throws IOException {
        return SuiteList.tests("/spilling-suites.csv", directory, (work, columns) -> LeakySuite.of(columns).passesWithTheHooks(work, LEAST_THRESHOLDS));
    }

    @TestFactory
    Stream<DynamicTest> whatIsLeftOutFailsOnStockSpark() throws IOException {
        return SuiteList.tests(LIST, columns -> !LeakySuite.of(columns).cannotPass().isEmpty(), directory,
                (work, columns) -> LeakySuite.of(columns).whatCannotPassFailsOnStock(work));
    }
}
