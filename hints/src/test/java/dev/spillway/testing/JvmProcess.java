// SPDX-License-Identifier: Apache-2.0
package dev.spillway.testing;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Builder of one real JVM process: a Java home, JVM options, a class path, a main class and its arguments. */
public final class JvmProcess {
    private final Path javaHome;
    private final List<String> options = new ArrayList<>();
    private final List<String> classPath = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Duration limit = Duration.ofMinutes(5);

    public JvmProcess(Path javaHome) {
        this.javaHome = javaHome;
    }

    /** Adds JVM options. */
    public JvmProcess options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Adds class path elements; a trailing star takes all jars of a directory. */
    public JvmProcess classPath(String... more) {
        classPath.addAll(List.of(more));
        return this;
    }

    /** Sets an environment variable of the process. */
    public JvmProcess environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** The process is killed, and the run fails, after this time (default five minutes, which only a process that hangs takes). */
    public JvmProcess limit(Duration limit) {
        this.limit = limit;
        return this;
    }

    /** Runs the main class to its end and gives exit status and output, both streams merged in order. */
    public Result run(String mainClass, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(options);
        if (!classPath.isEmpty()) {
            command.add("-cp");
            command.add(String.join(File.pathSeparator, classPath));
        }
        command.add(mainClass);
        command.addAll(List.of(arguments));
        try {
            return execute(command);
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running " + command, e);
        }
    }

    private Result execute(List<String> command) throws IOException, InterruptedException {
        // Output goes to a file: a full pipe must not be able to stop the process under test.
        Path output = Files.createTempFile("spillway-jvm", ".log");
        // For whoever reads the test's report: make test-matrix does.
        System.out.println("JDK of a program: " + Jdks.name(javaHome));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                throw new AssertionError("no end after " + limit + ": " + command + "\n" + read(output));
            }
            return new Result(process.exitValue(), read(output), String.join(" ", command));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /**
     * What a process left behind.
     *
     * @param exit exit status
     * @param output standard output and error
     * @param command the command line, for messages
     */
    public record Result(int exit, String output, String command) {
        /** Fails with the whole output unless the process ended with status 0. */
        public Result succeeded() {
            if (exit != 0) {
                throw new AssertionError("exit status " + exit + " of " + command + "\n" + output);
            }
            return this;
        }

        /** Output lines that contain the text. */
        public List<String> lines(String text) {
            return output.lines().filter(line -> line.contains(text)).toList();
        }

        /** The value of the last line "key=value" of the output. */
        public String value(String key) {
            return output.lines()
                    .filter(line -> line.startsWith(key + "="))
                    .reduce((first, last) -> last)
                    .map(line -> line.substring(key.length() + 1))
                    .orElseThrow(() -> new AssertionError("no line " + key + "= from " + command + "\n" + output));
        }
    }
}
