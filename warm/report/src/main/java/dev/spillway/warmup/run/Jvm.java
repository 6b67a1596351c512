// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.run;

import dev.spillway.warmup.probe.ProbeJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The JVM that is to be measured, by its own words.
 *
 * @param home its JAVA_HOME
 * @param version its full version
 */
public record Jvm(Path home, String version) {
    private static final int OLDEST = 25;

    /** Asks the given command `java`, and fails where its JDK cannot be measured. */
    public static Jvm of(String java) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(java, "-XshowSettings:properties", "-version").redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new Unsuitable("cannot run " + java + ": " + e.getMessage());
        }
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new Unsuitable(java + " is not a working java: " + output.strip());
        }
        Properties properties = parse(output);
        String home = properties.getProperty("java.home");
        String specification = properties.getProperty("java.specification.version", "0");
        if (home == null) {
            throw new Unsuitable(java + " does not tell its properties: it is not a java of a JDK");
        }
        if (specification.startsWith("1.") || Integer.parseInt(specification) < OLDEST) {
            throw new Unsuitable(java + " is Java " + specification + "; the report needs the CPU-time samples of JDK " + OLDEST + " or later");
        }
        if (!properties.getProperty("os.name", "").equals("Linux")) {
            throw new Unsuitable("CPU-time samples are there on Linux only");
        }
        for (String module : List.of("jdk.jfr", "java.instrument")) {
            if (!ProbeJar.hasModule(Path.of(home), module)) {
                throw new Unsuitable("the JDK in " + home + " has no module " + module + ", which the report needs");
            }
        }
        return new Jvm(Path.of(home), properties.getProperty("java.vm.version", specification));
    }

    /** A JDK, or something else, that the report cannot measure. */
    public static final class Unsuitable extends IOException {
        private static final long serialVersionUID = 1;

        Unsuitable(String message) {
            super(message);
        }
    }

    private static Properties parse(String output) {
        Properties properties = new Properties();
        for (String line : output.lines().toList()) {
            int equals = line.indexOf(" = ");
            if (line.startsWith("    ") && equals > 0) {
                properties.setProperty(line.substring(0, equals).strip(), line.substring(equals + 3).strip());
            }
        }
        return properties;
    }
}
