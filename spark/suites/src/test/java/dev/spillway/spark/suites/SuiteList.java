// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Makes a test of each suite of a resource, or of those whose names contain the property {@code spillway.suites}. */
final class SuiteList {
    /** Tests one suite, given the columns of its line and a directory of its own. */
    interface SuiteTest {
        void run(Path directory, String... columns) throws Exception;
    }

    private static final List<String> RESOURCES = List.of("/leaky-suites.csv", "/mllib-suites.csv", "/spilling-suites.csv", "/suites.csv");

    private SuiteList() {}

    static Stream<DynamicTest> tests(String resource, Path directory, SuiteTest test) throws IOException {
        return tests(resource, columns -> true, directory, test);
    }

    /** The same of those suites whose columns a condition holds for. */
    static Stream<DynamicTest> tests(String resource, Predicate<String[]> condition, Path directory, SuiteTest test) throws IOException {
        String wanted = System.getProperty("spillway.suites", "");
        refuseUnknown(wanted);
        return lines(resource).stream()
                .filter(line -> suite(line).contains(wanted))
                .map(line -> line.split("\\|", -1))
                .filter(condition)
                .map(columns -> DynamicTest.dynamicTest((columns[0] + " " + columns[1]).strip(),
                        () -> test.run(Files.createTempDirectory(directory, "suite"), columns)));
    }

    private static void refuseUnknown(String wanted) throws IOException {
        for (String resource : RESOURCES) {
            if (lines(resource).stream().anyMatch(line -> suite(line).contains(wanted))) {
                return;
            }
        }
        throw new IllegalArgumentException("no suite of " + RESOURCES + " has " + wanted + " in its name");
    }

    private static String suite(String line) {
        return line.substring(0, line.indexOf('|'));
    }

    private static List<String> lines(String resource) throws IOException {
        try (InputStream in = SuiteList.class.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).filter(line -> !line.startsWith("#")).toList();
        }
    }
}
