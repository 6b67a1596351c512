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

/** The files of a report: report.json, report.txt, timeline.svg; of a command: application.json, application.txt, application.svg. */
public final class ReportFiles {
    /** Of the form of the JSON files. */
    public static final int VERSION = 4;

    private static final int SLICES = 100;

    private static final int MOST_STRIPS = 30;

    private ReportFiles() {}

    /**
     * What report.json has.
     *
     * @param unit of all times
     * @param comparison with runs on a warm server, null if there were none
     * @param strip what all threads did together over time
     */
    public record Document(int version, String unit, List<String> command, int exit, String java, Report report, WarmRuns comparison, Strip strip) {
        /** Of a program's trace. */
        public static Document of(List<String> command, int exit, String java, ProgramTrace trace, Report report, WarmRuns comparison) {
            return new Document(VERSION, "ns", command, exit, java, report, comparison, Strip.of(trace, SLICES));
        }
    }

    /**
     * What application.json has, of a command with several JVMs.
     *
     * @param unit of all times
     * @param without how many JVMs left no report
     * @param comparison with runs on warm servers, null if there were none
     */
    public record Whole(int version, String unit, List<String> command, int exit, Application application, int without, WarmRuns comparison) {}

    /** Writes all files into a directory. */
    public static void write(Path directory, Document document, ProgramTrace program) throws IOException {
        writeJson(directory.resolve("report.json"), document);
        Files.writeString(directory.resolve("report.txt"), Table.of(document.report(), document.comparison()));
        writePicture(directory.resolve("timeline.svg"), strips(program), program.length(), "share of the time");
    }

    /**
     * Writes those of a command; its JVMs have written theirs.
     *
     * @param strips of its JVMs in the order of their starts; the first ones are shown
     */
    public static void write(Path directory, Whole whole, List<Strip> strips) throws IOException {
        writeJson(directory.resolve("application.json"), whole);
        Files.writeString(directory.resolve("application.txt"), ApplicationTable.of(whole));
        writePicture(directory.resolve("application.svg"), strips.stream().limit(MOST_STRIPS).toList(), whole.application().length(), "share of what the JVM's processors can");
    }

    private static void writePicture(Path file, List<Strip> strips, long length, String height) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            Picture.write(out, strips, length, height);
        } catch (XMLStreamException e) {
            throw new IOException("cannot write the picture: " + e.getMessage(), e);
        }
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
