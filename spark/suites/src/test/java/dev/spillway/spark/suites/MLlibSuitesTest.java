// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** MLlib's own tests of what groups and joins RDDs pass with values as bytes; only with the profile mllib-suites, which brings them. */
class MLlibSuitesTest {
    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> mllibsOwnSuitePassesWithTheDefaults() throws IOException {
        return SuiteList.tests("/mllib-suites.csv", directory, (work, columns) -> LeakySuite.of(columns).passesWithTheHooks(work, LeakySuite.KRYO));
    }
}
