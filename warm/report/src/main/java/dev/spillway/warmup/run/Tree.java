// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command that starts JVMs by JAVA_HOME or PATH, each with a report.
 *
 * @param exit status as a shell would give it
 * @param begun in nanoseconds since 1970
 * @param length in nanoseconds
 * @param reports directories of the JVMs, in no order
 */
public record Tree(int exit, long begun, long length, List<Path> reports) {
    private static final long PATIENCE_SECONDS = 30;

    /**
     * Runs it.
     *
     * @param executors whether Spark is told to give its executors the same JAVA_HOME, on whatever host they are
     */
    public static Tree of(List<String> command, ShimJdk jdk, boolean executors) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = Recorded.withItsOptions(builder).environment();
        environment.put("JAVA_HOME", jdk.home().toString());
        environment.merge("PATH", jdk.home().resolve("bin").toString(), (old, bin) -> bin + File.pathSeparator + old);
        if (executors) {
            environment.merge("SPARK_SUBMIT_OPTS", "-Dspark.executorEnv.JAVA_HOME=" + jdk.home(), (old, option) -> old + " " + option);
        }
        long begun = System.currentTimeMillis() * 1_000_000;
        long start = System.nanoTime();
        Process process = builder.start();
        Recorded.forwardSignals(process);
        int exit = process.waitFor();
        long length = System.nanoTime() - start;
        // Executors may end after their driver.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (isReporting(jdk.reports()) && System.nanoTime() < end) {
            Thread.sleep(100);
        }
        return new Tree(exit, begun, length, directories(jdk.reports()));
    }

    private static boolean isReporting(Path reports) throws IOException {
        return directories(reports).stream().anyMatch(directory -> Files.exists(new Recorded(directory).agent()));
    }

    private static List<Path> directories(Path reports) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(reports)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(reports)) {
                entries.forEach(found::add);
            }
        }
        return found;
    }
}
