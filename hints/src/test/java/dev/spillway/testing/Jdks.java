// SPDX-License-Identifier: Apache-2.0
package dev.spillway.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The JDKs that tests run on: this one, a stock 25 and the Spillway image. */
public final class Jdks {
    private Jdks() {}

    /** The JDK that runs the tests. */
    public static Path own() {
        return Path.of(System.getProperty("java.home"));
    }

    /** A Spillway image: property spillway.jdk, SPILLWAY_JDK, or dist/jdk of the project; skips the test without one. */
    public static Path spillway() {
        return require(
                find("spillway.jdk", "SPILLWAY_JDK", "dist/jdk"),
                "no Spillway JDK: build one (make jvm) or give -Dspillway.jdk=<image> or SPILLWAY_JDK");
    }

    /** A stock JDK 25: property spillway.stock.jdk, JAVA25_HOME, or dist/jdk-stock; skips the test without one. */
    public static Path stock25() {
        return require(
                find("spillway.stock.jdk", "JAVA25_HOME", "dist/jdk-stock"),
                "no stock JDK 25: give -Dspillway.stock.jdk=<home> or JAVA25_HOME");
    }

    /** Root directory of the project. */
    public static Path root() {
        return Path.of(System.getProperty("spillway.root", "."));
    }

    private static Path require(Optional<Path> home, String reason) {
        if (home.isEmpty()) {
            // The console shows only the count of skipped tests; say why.
            System.out.println("SKIPPED: " + reason);
        }
        Assumptions.assumeTrue(home.isPresent(), reason);
        return home.get();
    }

    private static Optional<Path> find(String property, String variable, String inDist) {
        return Stream.of(System.getProperty(property), System.getenv(variable))
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .map(Jdks::named)
                .or(() -> Optional.of(root().resolve(inDist)).filter(Jdks::isJdk));
    }

    // A JDK that was asked for by name and is not there is an error, not a reason to skip.
    private static Path named(String home) {
        Path path = Path.of(home);
        if (!isJdk(path)) {
            throw new AssertionError("not a JDK: " + home);
        }
        return path;
    }

    private static boolean isJdk(Path home) {
        return Files.isExecutable(home.resolve("bin").resolve("java"));
    }
}
