// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts JVMs of the image under test, with the options jtreg was given (-vmoptions) first. */
public final class Vm {
    private Vm() {}

    /** Runs java with the arguments and waits for its end. */
    public static Outcome run(String... args) {
        return run(Map.of(), args);
    }

    /** Runs java with additional environment variables. */
    public static Outcome run(Map<String, String> environment, String... args) {
        try (Live live = start(environment, args)) {
            return live.finish();
        }
    }

    /** Runs java with the options that all H2 tests share, lib/h2.vmoptions. */
    public static Outcome runH2(String... args) {
        return run(h2(args));
    }

    /** Starts java and returns while it runs. */
    public static Live start(Map<String, String> environment, String... args) {
        return Live.of(java(args), environment);
    }

    /** The same, as the only process of a control group. */
    public static Live startIn(ControlGroup group, String... args) {
        return Live.of(group.inside(java(args)), Map.of());
    }

    /** The same, with a limit of what is read. */
    public static Live startIn(ControlGroup group, ReadLimit limit, String... args) {
        return startIn(group, limit, Map.of(), args);
    }

    /** The same with more variables in its environment. */
    public static Live startIn(ControlGroup group, ReadLimit limit, Map<String, String> environment, String... args) {
        return Live.of(limit.inside(group.inside(java(args))), environment);
    }

    /** The same for a process that may take so many seconds instead of three minutes. */
    public static Live startIn(ControlGroup group, long seconds, String... args) {
        return Live.of(group.inside(java(args)), Map.of(), seconds);
    }

    private static List<String> java(String... args) {
        List<String> command = new ArrayList<>(List.of(tool("java"), "-cp", System.getProperty("java.class.path")));
        String options = (System.getProperty("test.vm.opts", "") + " " + System.getProperty("test.java.opts", "")).strip();
        if (!options.isEmpty()) {
            command.addAll(List.of(options.split("\\s+")));
        }
        command.addAll(List.of(args));
        return command;
    }

    /** The arguments behind the options that all H2 tests share. */
    public static String[] h2(String... args) {
        return behind("h2.vmoptions", args);
    }

    /** The arguments behind the options that all tests of the memory balancer share. */
    public static String[] balancer(String... args) {
        return behind("balancer.vmoptions", args);
    }

    private static String[] behind(String file, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "-XX:VMOptionsFile=" + Path.of(System.getProperty("test.root", "."), "lib", file);
        System.arraycopy(args, 0, all, 1, args.length);
        return all;
    }

    /** Runs another tool of the image, such as jcmd. */
    public static Outcome tool(String name, String... args) {
        List<String> command = new ArrayList<>(List.of(tool(name)));
        command.addAll(List.of(args));
        return command(command);
    }

    /** Runs any program. */
    public static Outcome command(List<String> command) {
        try (Live live = Live.of(command, Map.of())) {
            return live.finish();
        }
    }

    /** Whether a program can be started at all. */
    public static boolean hasCommand(String... command) {
        try {
            Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
            p.getInputStream().readAllBytes();
            return p.waitFor() == 0;
        } catch (IOException | InterruptedException missing) {
            return false;
        }
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }
}
