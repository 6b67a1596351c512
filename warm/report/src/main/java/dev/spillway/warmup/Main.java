// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import dev.spillway.warmup.figures.Report;
import dev.spillway.warmup.output.ReportFiles;
import dev.spillway.warmup.output.Table;
import dev.spillway.warmup.probe.ProbeJar;
import dev.spillway.warmup.recording.RecordingReader;
import dev.spillway.warmup.run.Jvm;
import dev.spillway.warmup.run.Recorded;
import dev.spillway.warmup.trace.ProgramTrace;
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
        customSynopsis = "spillway warmup [--out=DIR] [--sample-period=NS] [--keep-recording] [--quiet] -- java ARGUMENT...",
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
        if (command.isEmpty()) {
            return fail("no command line after --; as in: spillway warmup -- java -jar program.jar");
        }
        if (period < 100_000) {
            return fail("--sample-period must be 100000 ns or more");
        }
        Path directory = (out != null ? out : Path.of("spillway-warmup-" + ProcessHandle.current().pid())).toAbsolutePath().normalize();
        // The VM reads these as ends of a path, and has no way to write them otherwise in all of its options.
        if (directory.toString().matches("(?s).*[,=\"'\\n].*")) {
            return fail("the report's directory must not have , = or quotes in its path: " + directory);
        }
        Jvm jvm = Jvm.of(command.get(0));
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            return fail("cannot make the directory " + directory + ": " + e);
        }
        if (!Files.isWritable(directory)) {
            return fail("cannot write to the directory " + directory);
        }
        Recorded program = new Recorded(directory);
        Files.deleteIfExists(program.recording());
        ProbeJar.write(program.agent(), jvm.home());
        int exit = program.run(command, period);
        report(program, directory, jvm, exit);
        return exit;
    }

    // Whatever happens to the report, the exit status stays the program's.
    private void report(Recorded program, Path directory, Jvm jvm, int exit) throws IOException {
        // The VM makes the file when it starts, and fills it when it ends.
        if (!Files.exists(program.recording()) || Files.size(program.recording()) == 0) {
            fail("no report: the program left no recording; it was killed, halted, or its VM did not start (exit status " + exit + ")");
        } else {
            try {
                ProgramTrace trace = RecordingReader.read(program.recording());
                Report report = Report.of(trace);
                ReportFiles.write(directory, new ReportFiles.Document(1, "ns", command, exit, jvm.version(), report), trace);
                if (!quiet) {
                    System.err.print("\n" + Table.of(report) + "report: " + directory + "\n");
                }
            } catch (IOException | RuntimeException e) {
                fail("no report: " + e);
            }
        }
        program.clean(keepRecording);
    }

    private static int fail(String message) {
        System.err.println("spillway warmup: " + message);
        return NOT_RUN;
    }
}
