// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a program as often as wanted in one VM, reset after each run, and once in a VM of its own each time. */
public final class WarmRuns {
    private static final String SERVER = "dev.spillway.warm.RepeatedRuns";

    private WarmRuns() {}

    /** What the runs print in a new VM each, of whatever options. The program's one argument is the number of the run. */
    public static String cold(Class<?> program, int runs) {
        StringBuilder cold = new StringBuilder();
        for (int run = 0; run < runs; run++) {
            cold.append(Vm.run(program.getName(), Integer.toString(run)).exits(0).output());
        }
        Check.that(!cold.isEmpty(), "the program prints nothing");
        return cold.toString();
    }

    /** As many runs in one VM with the options print what cold ones do. */
    public static void sameAsCold(Class<?> program, String cold, int runs, String... options) {
        Check.equal(warm(program, runs, options).exits(0).output(), cold, "output with " + List.of(options));
    }

    /** The runs of the server, whatever they print. */
    public static Outcome warm(Class<?> program, int runs, String... options) {
        List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-Ddev.spillway.warm.server=true", "-Xbootclasspath/a:" + serverClasses(),
                SERVER, Integer.toString(runs), program.getName(), "{run}"));
        return Vm.run(command.toArray(String[]::new));
    }

    // Where jtreg compiled the server to.
    private static Path serverClasses() {
        try {
            return Path.of(Class.forName(SERVER).getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (ReflectiveOperationException | java.net.URISyntaxException e) {
            throw new AssertionError("@build " + SERVER + " is missing", e);
        }
    }
}
