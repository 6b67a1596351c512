// SPDX-License-Identifier: Apache-2.0
package dev.spillway.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The JDKs that tests run on: this one, a stock 25 and the Spillway image. */
public final class Jdks {
    private Jdks() {}

    /**
     * The JDK of test programs that need no other: property spillway.own.jdk (a JDK's home, or stock25 for {@link #stock25}), or
     * the one that runs the tests.
     */
    public static Path own() {
        String given = System.getProperty("spillway.own.jdk", "");
        if (given.equals("stock25")) {
            return stock25();
        }
        return given.isBlank() ? Path.of(System.getProperty("java.home")) : named(given);
    }

    /** A Spillway image: property spillway.jdk, SPILLWAY_JDK, or dist/jdk of the project; skips the test without one. */
    public static Path spillway() {
        return require(
                find("spillway.jdk", "SPILLWAY_JDK", "dist/jdk"),
                "no Spillway JDK: build one (make jvm) or give -Dspillway.jdk=<image> or SPILLWAY_JDK");
    }

    /**
     * A stock JDK 25: property spillway.stock.jdk, JAVA25_HOME, dist/jdk-stock, or the JDK that boots the build; skips the
     * test without one.
     */
    public static Path stock25() {
        return require(
                find("spillway.stock.jdk", "JAVA25_HOME", "dist/jdk-stock").or(Jdks::boot25),
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

    // A clean clone has no other stock JDK 25 than the one that boots the build of the image.
    private static Optional<Path> boot25() {
        Path root = root().toAbsolutePath();
        ProcessBuilder script = new ProcessBuilder(root.resolve("jvm/build/boot-jdk").toString())
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = script.start();
            String home = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(Path.of(home)).filter(Jdks::isStock25) : Optional.empty();
        } catch (IOException noScript) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while looking for the boot JDK", e);
        }
    }

    /** Whether a JDK is a Spillway image. */
    private static boolean isSpillway(Path home) {
        try {
            return Files.readAllLines(home.resolve("release")).stream().anyMatch(line -> line.startsWith("SPILLWAY_"));
        } catch (IOException noRelease) {
            return false;
        }
    }

    /** What to call a JDK: its release such as 17, after the word Spillway if it is an image of ours. */
    public static String name(Path home) {
        try {
            String version = Files.readAllLines(home.resolve("release")).stream().filter(line -> line.startsWith("JAVA_VERSION=\""))
                    .findFirst().map(line -> line.split("[\".]")[1]).orElse("unknown");
            return isSpillway(home) ? "Spillway " + version : version;
        } catch (IOException noRelease) {
            return "unknown";
        }
    }

    // It may be a 24, or the JAVA_HOME of somebody who uses a Spillway image.
    private static boolean isStock25(Path home) {
        try {
            List<String> release = Files.readAllLines(home.resolve("release"));
            return isJdk(home) && !isSpillway(home)
                    && release.stream().anyMatch(line -> line.startsWith("JAVA_VERSION=\"25"));
        } catch (IOException noRelease) {
            return false;
        }
    }

    private static boolean isJdk(Path home) {
        return Files.isExecutable(home.resolve("bin").resolve("java"));
    }
}
