// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.spillway.warmup.figures.Application;
import dev.spillway.warmup.output.ApplicationTable;
import dev.spillway.warmup.output.ReportFiles;
import dev.spillway.warmup.run.CommandLineName;
import dev.spillway.warmup.run.Jvm;
import dev.spillway.warmup.run.ShimJdk;
import dev.spillway.warmup.run.Tree;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures all JVMs of a command, and the command as a whole. */
final class AllJvms {
    private final Path directory;
    private final long period;
    private final boolean quiet;

    AllJvms(Path directory, long period, boolean quiet) {
        this.directory = directory;
        this.period = period;
        this.quiet = quiet;
    }

    /** Runs it and gives its exit status. */
    int run(List<String> command, boolean executors) throws IOException, InterruptedException {
        String home = System.getenv("JAVA_HOME");
        Jvm jvm = Jvm.of(home == null || home.isEmpty() ? "java" : home + "/bin/java");
        Main.make(directory);
        if (Files.exists(directory.resolve("jvms"))) {
            throw new IOException(directory + " has the reports of another command: give --out a directory that has none");
        }
        ShimJdk shim = ShimJdk.make(directory, jvm.home(), jar(), period);
        try {
            Tree tree = Tree.of(command, shim, executors);
            report(tree, command);
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

    // Whatever happens to the report, the exit status stays the command's.
    private void report(Tree tree, List<String> command) {
        try {
            List<Application.Jvm> jvms = new ArrayList<>();
            for (Path report : tree.reports()) {
                if (Files.exists(report.resolve("report.json"))) {
                    ReportFiles.Document one = new Gson().fromJson(Files.readString(report.resolve("report.json")), ReportFiles.Document.class);
                    jvms.add(Application.Jvm.of(CommandLineName.of(one.command()), tree.begun(), one.report()));
                }
            }
            if (jvms.isEmpty()) {
                Main.fail("no report: the command ran no JVM by JAVA_HOME or PATH that left one");
                return;
            }
            int without = tree.reports().size() - jvms.size();
            Application application = Application.of(tree.length(), jvms);
            ReportFiles.write(directory, new ReportFiles.Whole(ReportFiles.VERSION, "ns", command, tree.exit(), application, without));
            if (!quiet) {
                System.err.print("\n" + ApplicationTable.of(application, without) + "report: " + directory + "\n");
            }
        } catch (IOException | JsonParseException e) {
            Main.fail("no report: " + e);
        }
    }
}
