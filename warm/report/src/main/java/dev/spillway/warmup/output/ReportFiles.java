// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.output;

import com.google.gson.GsonBuilder;
import dev.spillway.warmup.figures.Report;
import dev.spillway.warmup.figures.Strip;
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
    private static final int MOST_STRIPS = 30;

    private ReportFiles() {}

    /**
     * What report.json has.
     *
     * @param unit of all times
     */
    public record Document(int version, String unit, List<String> command, int exit, String java, Report report) {}

    /** Writes all files into a directory. */
    public static void write(Path directory, Document document, ProgramTrace program) throws IOException {
        Files.writeString(
                directory.resolve("report.json"), new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(document) + "\n");
        Files.writeString(directory.resolve("report.txt"), Table.of(document.report()));
        try (Writer out = Files.newBufferedWriter(directory.resolve("timeline.svg"))) {
            Picture.write(out, strips(program), program.length());
        } catch (XMLStreamException e) {
            throw new IOException("cannot write the picture: " + e.getMessage(), e);
        }
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
