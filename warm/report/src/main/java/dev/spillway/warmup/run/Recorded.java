// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sun.misc.Signal;

/** Runs a program with a recording. */
public final class Recorded {
    private final Path directory;

    /** Everything of the run goes to a directory. */
    public Recorded(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    public Path recording() {
        return directory.resolve("recording.jfr");
    }

    public Path agent() {
        return directory.resolve("agent.jar");
    }

    private Path settings() {
        return directory.resolve("settings.jfc");
    }

    /** Runs the command line, whose first word is a java, and gives its exit status as a shell would. */
    public int run(List<String> command, long period) throws IOException, InterruptedException {
        try (InputStream in = Recorded.class.getResourceAsStream("/dev/spillway/warmup/settings.jfc")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(settings(), text.replace("@PERIOD@", period + "ns"));
        }
        List<String> words = new ArrayList<>(command.subList(0, 1));
        words.addAll(options());
        words.addAll(command.subList(1, command.size()));
        Process process = withItsOptions(new ProcessBuilder(words)).inheritIO().start();
        forwardSignals(process);
        return process.waitFor();
    }

    // The terminal's signals reach the program by themselves; this JVM only has to outlive it.
    static void forwardSignals(Process process) {
        Signal.handle(new Signal("INT"), signal -> { });
        Signal.handle(new Signal("HUP"), signal -> { });
        Signal.handle(new Signal("TERM"), signal -> process.destroy());
    }

    /** Removes what only the run needed. */
    public void clean(boolean keepRecording) throws IOException {
        Files.deleteIfExists(agent());
        Files.deleteIfExists(settings());
        if (!keepRecording) {
            Files.deleteIfExists(recording());
        }
    }

    // The command `spillway` sets them aside, so that they are the program's alone.
    static ProcessBuilder withItsOptions(ProcessBuilder builder) {
        Map<String, String> environment = builder.environment();
        for (String name : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")) {
            String value = environment.remove("SPILLWAY_WARMUP_" + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        return builder;
    }

    private List<String> options() {
        return List.of(
                "-javaagent:" + agent(),
                "-XX:StartFlightRecording:name=spillway-warmup,disk=true,maxsize=0,filename=" + recording() + ",settings=" + settings(),
                // Only the top frame is looked at; deeper stacks would cost the program time.
                "-XX:FlightRecorderOptions:stackdepth=1",
                // The program's output stays its own.
                "-Xlog:jfr+startup=error");
    }
}
