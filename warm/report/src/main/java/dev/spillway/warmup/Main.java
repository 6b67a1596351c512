// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `spillway warmup`. */
@Command(
        name = "spillway warmup",
        customSynopsis = {
            "spillway warmup [--out=DIR] [--sample-period=NS] [--keep-recording] [--quiet] [--compare=RUNS] -- java ARGUMENT...",
            "spillway warmup --all [--executors] [--out=DIR] [--sample-period=NS] [--quiet] [--compare=RUNS] -- COMMAND ARGUMENT..."},
        description = "Runs a Java program as it is and reports what its warm-up cost: class loading, interpretation, compilation.",
        sortOptions = false)
public final class Main implements Callable<Integer> {
    private static final int NOT_RUN = 2;

    @Option(names = "--out", paramLabel = "DIR", description = "directory for the report (default: spillway-warmup-<pid>)")
    private Path out;

    @Option(
            names = "--sample-period",
            paramLabel = "NS",
            description = "processor time between two samples of a thread, in nanoseconds; the kernel's tick is a lower bound (default: ${DEFAULT-VALUE})",
            defaultValue = "1000000")
    private long period;

    @Option(names = "--keep-recording", description = "leave recording.jfr in the directory")
    private boolean keepRecording;

    @Option(names = "--quiet", description = "print no table")
    private boolean quiet;

    @Option(
            names = "--compare",
            paramLabel = "RUNS",
            description = "then run the program so many times on a warm server and on plain java in turns, and tell what a warm run saves; for programs that may run again",
            defaultValue = "0")
    private int compare;

    @Option(names = "--all", description = "measure all JVMs that the command starts by JAVA_HOME or PATH, as spark-submit does; each has a report of its own")
    private boolean all;

    @Option(
            names = "--executors",
            description = "with --all: tell Spark to start its executors by that JAVA_HOME, too; the report's directory must be there on their hosts")
    private boolean executors;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "print this")
    private boolean help;

    private final List<String> command;

    private Main(List<String> command) {
        this.command = command;
    }

    /** Exits as the program did, or with 2 if it could not be run. */
    public static void main(String[] arguments) {
        List<String> words = Arrays.asList(arguments);
        int end = words.indexOf("--");
        List<String> command = end < 0 ? List.of() : words.subList(end + 1, words.size());
        if (end < 0 && Collections.disjoint(words, List.of("-h", "--help"))) {
            System.exit(fail("no -- before the program's command line; as in: spillway warmup -- java -jar program.jar"));
        }
        CommandLine line = new CommandLine(new Main(command));
        line.setExecutionExceptionHandler((e, commandLine, parsed) -> fail(e.getMessage() == null ? e.toString() : e.getMessage()));
        System.exit(line.execute((end < 0 ? words : words.subList(0, end)).toArray(new String[0])));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String wrong = wrong();
        if (wrong != null) {
            return fail(wrong);
        }
        Path directory = (out != null ? out : Path.of("spillway-warmup-" + ProcessHandle.current().pid())).toAbsolutePath().normalize();
        // The VM reads these as ends of a path, and has no way to write them otherwise in all of its options.
        if (directory.toString().matches("(?s).*[,=\"'\\n].*")) {
            return fail("the report's directory must not have , = or quotes in its path: " + directory);
        }
        return all ? new AllJvms(directory, period, quiet, compare).run(command, executors) : new OneJvm(directory, period, quiet, keepRecording, compare).run(command);
    }

    private String wrong() {
        if (command.isEmpty()) {
            return "no command line after --; as in: spillway warmup -- java -jar program.jar";
        } else if (period < 100_000) {
            return "--sample-period must be 100000 ns or more";
        } else if (compare < 0 || compare > 1000) {
            return "--compare must be from 0 to 1000 runs";
        } else if (all && keepRecording) {
            return "--keep-recording is for one JVM, not for --all";
        }
        return executors && !all ? "--executors needs --all" : null;
    }

    /** Makes the directory of a report. */
    static void make(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new IOException("cannot make the directory " + directory + ": " + e, e);
        }
        if (!Files.isWritable(directory)) {
            throw new IOException("cannot write to the directory " + directory);
        }
    }

    /** Says what failed and gives the status for it. */
    static int fail(String message) {
        System.err.println("spillway warmup: " + message);
        return NOT_RUN;
    }
}
