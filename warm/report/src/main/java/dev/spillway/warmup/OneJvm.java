// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import dev.spillway.warmup.figures.Report;
import dev.spillway.warmup.output.ReportFiles;
import dev.spillway.warmup.output.Table;
import dev.spillway.warmup.probe.ProbeJar;
import dev.spillway.warmup.recording.RecordingReader;
import dev.spillway.warmup.run.Jvm;
import dev.spillway.warmup.run.Recorded;
import dev.spillway.warmup.run.WarmRuns;
import dev.spillway.warmup.trace.ProgramTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Measures one JVM by its command line. */
final class OneJvm {
    private final Path directory;
    private final long period;
    private final boolean quiet;
    private final boolean keepRecording;
    private final int compare;

    OneJvm(Path directory, long period, boolean quiet, boolean keepRecording, int compare) {
        this.directory = directory;
        this.period = period;
        this.quiet = quiet;
        this.keepRecording = keepRecording;
        this.compare = compare;
    }

    /** Runs it and gives its exit status. */
    int run(List<String> command) throws IOException, InterruptedException {
        Jvm jvm = Jvm.of(command.get(0));
        if (compare > 0) {
            WarmRuns.home(jvm.home());
        }
        Main.make(directory);
        Recorded program = new Recorded(directory);
        Files.deleteIfExists(program.recording());
        ProbeJar.write(program.agent(), jvm.home());
        int exit = program.run(command, period);
        try {
            report(program, jvm, command, exit);
        } finally {
            program.clean(keepRecording);
        }
        return exit;
    }

    // Whatever happens to the report, the exit status stays the program's.
    private void report(Recorded program, Jvm jvm, List<String> command, int exit) throws IOException, InterruptedException {
        // The VM makes the file when it starts, and fills it when it ends.
        if (!Files.exists(program.recording()) || Files.size(program.recording()) == 0) {
            Main.fail("no report: the program left no recording; it was killed, halted, or its VM did not start (exit status " + exit + ")");
            return;
        }
        try {
            ProgramTrace trace = RecordingReader.read(program.recording());
            Report report = Report.of(trace);
            WarmRuns runs = compared(jvm, command, exit);
            ReportFiles.write(directory, ReportFiles.Document.of(command, exit, jvm.version(), trace, report, runs), trace);
            if (!quiet) {
                System.err.print("\n" + Table.of(report, runs) + "report: " + directory + "\n");
            }
        } catch (IOException | RuntimeException e) {
            Main.fail("no report: " + e);
        }
    }

    // A comparison that fails takes nothing from the report.
    private WarmRuns compared(Jvm jvm, List<String> command, int exit) throws InterruptedException {
        if (compare == 0) {
            return null;
        }
        try {
            return WarmRuns.of(jvm.home(), command.subList(1, command.size()), compare, exit);
        } catch (IOException e) {
            Main.fail("no comparison: " + e.getMessage());
            return null;
        }
    }
}
