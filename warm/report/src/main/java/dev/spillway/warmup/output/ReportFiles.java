// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.output;

import com.google.gson.GsonBuilder;
import dev.spillway.warmup.figures.Application;
import dev.spillway.warmup.figures.Report;
import dev.spillway.warmup.figures.Strip;
import dev.spillway.warmup.run.WarmRuns;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.ThreadTrace;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** The files of a report: report.json, report.txt, timeline.svg. */
public final class ReportFiles {
    /** Of the form of the JSON files. */
    public static final int VERSION = 2;

    private static final int MOST_STRIPS = 30;

    private ReportFiles() {}

    /**
     * What report.json has.
     *
     * @param unit of all times
     * @param comparison with runs on a warm server, null if there were none
     */
    public record Document(int version, String unit, List<String> command, int exit, String java, Report report, WarmRuns comparison) {}

    /**
     * What application.json has, of a command with several JVMs.
     *
     * @param unit of all times
     * @param without how many JVMs left no report
     */
    public record Whole(int version, String unit, List<String> command, int exit, Application application, int without) {}

    /** Writes all files into a directory. */
    public static void write(Path directory, Document document, ProgramTrace program) throws IOException {
        writeJson(directory.resolve("report.json"), document);
        Files.writeString(directory.resolve("report.txt"), Table.of(document.report(), document.comparison()));
        try (Writer out = Files.newBufferedWriter(directory.resolve("timeline.svg"))) {
            Picture.write(out, strips(program), program.length());
        } catch (XMLStreamException e) {
            throw new IOException("cannot write the picture: " + e.getMessage(), e);
        }
    }

    /** Writes those of a command; its JVMs have written theirs. */
    public static void write(Path directory, Whole whole) throws IOException {
        writeJson(directory.resolve("application.json"), whole);
        Files.writeString(directory.resolve("application.txt"), ApplicationTable.of(whole.application(), whole.without()));
    }

    private static void writeJson(Path file, Object document) throws IOException {
        Files.writeString(file, new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(document) + "\n");
    }

    // The threads that ran most, in the order of their starts.
    private static List<Strip> strips(ProgramTrace program) {
        return program.threads().stream()
                .sorted(Comparator.comparingInt((ThreadTrace t) -> t.samples().size() + t.loads().size()).reversed())
                .filter(t -> !t.samples().isEmpty() || !t.loads().isEmpty())
                .limit(MOST_STRIPS)
                .sorted(Comparator.comparingLong(t -> t.alive().start()))
                .map(t -> Strip.of(t, program.length(), Picture.SLICES))
                .toList();
    }
}
