// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A JAVA_HOME whose java runs another one's with a report of its own, in a directory named after host and process. */
public final class ShimJdk {
    private static final String SCRIPT = """
            #!/bin/sh
            # Made by spillway warmup: runs that java with a report.
            java='%1$s/bin/java'
            out='%2$s'/$(uname -n)-$$
            mkdir -p "$out" 2>/dev/null || exec "$java" "$@"
            for name in JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS; do
              if eval "test \\"\\${$name+set}\\""; then
                eval "export SPILLWAY_WARMUP_$name=\\"\\$$name\\""
                unset "$name"
              fi
            done
            exec '%3$s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar '%4$s' --quiet --sample-period=%5$d --out="$out" -- "$java" "$@"
            """;

    private final Path home;
    private final Path reports;

    private ShimJdk(Path home, Path reports) {
        this.home = home;
        this.reports = reports;
    }

    /**
     * Makes one.
     *
     * @param directory where; what an earlier one left there is replaced
     * @param jdk that runs the programs
     * @param jar the report's
     * @param period of the samples
     * @throws IOException if it cannot be written, or a path has a quote, which the script could not
     */
    public static ShimJdk make(Path directory, Path jdk, Path jar, long period) throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        ShimJdk shim = new ShimJdk(directory.resolve("jdk"), directory.resolve("jvms"));
        if ((shim.reports.toString() + jdk + jar + own).contains("'")) {
            throw new IOException("a path with a quote: " + shim.reports + " " + jdk + " " + jar + " " + own);
        }
        shim.remove();
        Path bin = Files.createDirectories(shim.home.resolve("bin"));
        link(jdk, shim.home, "bin");
        link(jdk.resolve("bin"), bin, "java");
        Path java = bin.resolve("java");
        Files.writeString(java, SCRIPT.formatted(jdk, shim.reports, own, jar, period));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return shim;
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
            for (Path entry : entries) {
                if (!entry.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
                }
            }
        }
    }

    /** What JAVA_HOME is set to. */
    public Path home() {
        return home;
    }

    /** Has a directory for each JVM that ran. */
    public Path reports() {
        return reports;
    }

    /** Removes it; the reports stay. */
    public void remove() throws IOException {
        for (Path directory : new Path[] {home.resolve("bin"), home}) {
            if (Files.isDirectory(directory)) {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                    for (Path entry : entries) {
                        Files.delete(entry);
                    }
                }
                Files.delete(directory);
            }
        }
    }
}
