// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs a program as often as wanted in one VM, reset after each run, and once in a VM of its own each time. */
public final class WarmRuns {
    private static final String SERVER = "dev.spillway.warm.RepeatedRuns";

    private final Class<?> program;
    private final int runs;
    private String cold;

    /** The program's one argument is the number of the run. */
    public WarmRuns(Class<?> program, int runs) {
        this.program = program;
        this.runs = runs;
    }

    /** A test whose argument says whether it tries some or all settings. */
    public void test(String extent, Consumer<WarmRuns> some, Consumer<WarmRuns> all) {
        (extent.equals("all") ? all : some).accept(this);
    }

    /** The runs in one VM with the options print what they do in a new VM each, of whatever options. */
    public void sameAsCold(String... options) {
        if (cold == null) {
            cold = cold();
        }
        Check.equal(warm(options).exits(0).output(), cold, "output with " + List.of(options));
    }

    private String cold() {
        StringBuilder text = new StringBuilder();
        for (int run = 0; run < runs; run++) {
            text.append(Vm.run(program.getName(), Integer.toString(run)).exits(0).output());
        }
        Check.that(!text.isEmpty(), "the program prints nothing");
        return text.toString();
    }

    /** The runs of the server, whatever they print. */
    public Outcome warm(String... options) {
        List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-Ddev.spillway.warm.server=true", "-Xbootclasspath/a:" + serverClasses(),
                "--add-opens", "java.base/java.lang.invoke=ALL-UNNAMED",
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
