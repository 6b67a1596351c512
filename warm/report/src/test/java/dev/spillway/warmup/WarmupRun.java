// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.spillway.testing.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The command, run as a user does, and what it left behind. */
record WarmupRun(int exit, String out, String err, Path directory) {
    /** Measures a program of the tests on the stock JDK. */
    static WarmupRun of(Path directory, List<String> options, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--out=" + directory.resolve("report"), "--", java()));
        words.addAll(options);
        words.addAll(List.of("-cp", "target/test-classes", program.getName()));
        words.addAll(List.of(arguments));
        return command(directory, words);
    }

    /** Runs the command with these words. */
    static WarmupRun command(Path directory, List<String> words) {
        List<String> command = Stream.concat(
                Stream.of(java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", System.getProperty("spillway.warmup.jar")), words.stream()).toList();
        return start(directory, new ProcessBuilder(command));
    }

    /** Runs the command with a script that has the stock JDK as its JAVA_HOME. */
    static WarmupRun script(Path directory, List<String> options, String script) {
        List<String> command = Stream.of(Stream.of(java(), "-jar", System.getProperty("spillway.warmup.jar"), "--out=" + directory.resolve("report")), options.stream(),
                Stream.of("--", "bash", "-c", script)).flatMap(words -> words).toList();
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", Jdks.stock25().toString());
        return start(directory, builder);
    }

    /** The program without the report. */
    static WarmupRun plain(Path directory, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java(), "-cp", "target/test-classes", program.getName()));
        command.addAll(List.of(arguments));
        return start(directory, new ProcessBuilder(command));
    }

    static String java() {
        return Jdks.stock25().resolve("bin/java").toString();
    }

    private static WarmupRun start(Path directory, ProcessBuilder builder) {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        try {
            Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
            process.getOutputStream().write('A');
            process.getOutputStream().close();
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("no end: " + builder.command());
            }
            return new WarmupRun(process.exitValue(), Files.readString(out), Files.readString(err), directory.resolve("report"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The value of a line "key=value" that the program printed. */
    String value(String key) {
        return out.lines()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + key + " in " + out + err));
    }

    /** The figures in report.json. */
    JsonObject report() {
        try {
            return new Gson().fromJson(Files.readString(directory.resolve("report.json")), JsonObject.class).getAsJsonObject("report");
        } catch (IOException e) {
            throw new AssertionError("no report; the command printed " + err, e);
        }
    }

    /** Those of a thread. */
    JsonObject thread(String name) {
        for (JsonElement thread : report().getAsJsonArray("threads")) {
            if (thread.getAsJsonObject().get("name").getAsString().equals(name)) {
                return thread.getAsJsonObject();
            }
        }
        throw new AssertionError("no thread " + name + " in " + report());
    }
}
