// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.spillway.warmup.figures.Application;
import dev.spillway.warmup.figures.Strip;
import dev.spillway.warmup.output.ApplicationTable;
import dev.spillway.warmup.output.Picture;
import dev.spillway.warmup.output.ReportFiles;
import dev.spillway.warmup.run.CommandLineName;
import dev.spillway.warmup.run.Jvm;
import dev.spillway.warmup.run.ShimJdk;
import dev.spillway.warmup.run.Tree;
import dev.spillway.warmup.run.WarmRuns;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Measures all JVMs of a command, and the command as a whole. */
final class AllJvms {
    private final Path directory;
    private final long period;
    private final boolean quiet;
    private final int compare;

    AllJvms(Path directory, long period, boolean quiet, int compare) {
        this.directory = directory;
        this.period = period;
        this.quiet = quiet;
        this.compare = compare;
    }

    /** Runs it and gives its exit status. */
    int run(List<String> command, boolean executors) throws IOException, InterruptedException {
        String home = System.getenv("JAVA_HOME");
        Jvm jvm = Jvm.of(home == null || home.isEmpty() ? "java" : home + "/bin/java");
        if (compare > 0) {
            WarmRuns.home(jvm.home());
        }
        Main.make(directory);
        if (Files.exists(directory.resolve("jvms"))) {
            throw new IOException(directory + " has the reports of another command: give --out a directory that has none");
        }
        ShimJdk shim = ShimJdk.make(directory, jvm.home(), jar(), period);
        try {
            Tree tree = Tree.of(command, shim, executors);
            report(tree, command, compared(jvm, command, tree.exit()));
            return tree.exit();
        } finally {
            shim.remove();
        }
    }

    private static Path jar() throws IOException {
        try {
            return Path.of(AllJvms.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    // A comparison that fails takes nothing from the report.
    private WarmRuns compared(Jvm jvm, List<String> command, int exit) throws InterruptedException {
        try {
            return compare == 0 ? null : WarmRuns.ofCommand(jvm.home(), command, compare, exit);
        } catch (IOException e) {
            Main.fail("no comparison: " + e.getMessage());
            return null;
        }
    }

    // Whatever happens to the report, the exit status stays the command's.
    private void report(Tree tree, List<String> command, WarmRuns comparison) {
        try {
            List<Application.Jvm> jvms = new ArrayList<>();
            SortedMap<Long, Strip> strips = new TreeMap<>();
            for (Path report : tree.reports()) {
                if (Files.exists(report.resolve("report.json"))) {
                    ReportFiles.Document one = new Gson().fromJson(Files.readString(report.resolve("report.json")), ReportFiles.Document.class);
                    Application.Jvm jvm = Application.Jvm.of(CommandLineName.of(one.command()), tree.begun(), one.report());
                    jvms.add(jvm);
                    strips.put(jvm.started(), one.strip().within(jvm.name(), jvm.started(), jvm.length(), tree.length(), Picture.SLICES));
                }
            }
            if (jvms.isEmpty()) {
                Main.fail("no report: the command ran no JVM by JAVA_HOME or PATH that left one");
                return;
            }
            Application application = Application.of(tree.length(), jvms);
            ReportFiles.Whole whole = new ReportFiles.Whole(ReportFiles.VERSION, "ns", command, tree.exit(), application, tree.reports().size() - jvms.size(), comparison);
            ReportFiles.write(directory, whole, List.copyOf(strips.values()));
            if (!quiet) {
                System.err.print("\n" + ApplicationTable.of(whole) + "report: " + directory + "\n");
            }
        } catch (IOException | JsonParseException e) {
            Main.fail("no report: " + e);
        }
    }
}
