// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program's times on plain java and on a warm server, without any recording, in nanoseconds.
 *
 * @param plain times in the order of the runs
 * @param warm the same
 * @param served how many of the latter were served by a warm server
 */
public record WarmRuns(List<Long> plain, List<Long> warm, int served) {
    private static final Pattern WARM = Pattern.compile("(?m)^runs +(\\d+) warm");

    /** The JAVA_HOME of the pool in an image, or an error where there is none. */
    public static Path home(Path image) throws IOException {
        Path home = image.resolve("warm");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.exists(image.resolve("lib/spillway-warm-server"))) {
            throw new IOException("--compare needs a Spillway JDK with a warm pool; there is none in " + image);
        }
        return home;
    }

    /**
     * Runs the program in turns. What it writes is not shown, and there is nothing for it to read.
     *
     * @param image that has the plain java and the pool
     * @param words of the command line after java
     * @param exit status that each run must have
     */
    public static WarmRuns of(Path image, List<String> words, int runs, int exit) throws IOException, InterruptedException {
        Path home = home(image);
        Path plain = image.resolve("bin/java");
        Path warm = home.resolve("bin/java");
        List<String> start = new ArrayList<>(List.of(home.resolve("bin/spillway").toString(), "pool", "warm", "--", warm.toString()));
        start.addAll(words);
        if (builder(start).redirectError(ProcessBuilder.Redirect.INHERIT).start().waitFor() != 0) {
            throw new IOException("no warm server could be started for this command line");
        }
        List<Long> plainTimes = new ArrayList<>();
        List<Long> warmTimes = new ArrayList<>();
        // The first run on a server loads the program's classes.
        time(warm, words, exit);
        int before = warmRuns(home);
        for (int run = 0; run < runs; run++) {
            plainTimes.add(time(plain, words, exit));
            warmTimes.add(time(warm, words, exit));
        }
        return new WarmRuns(plainTimes, warmTimes, warmRuns(home) - before);
    }

    private static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return Recorded.withItsOptions(builder);
    }

    private static long time(Path java, List<String> words, int exit) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(words);
        long start = System.nanoTime();
        int status = builder(command).start().waitFor();
        long time = System.nanoTime() - start;
        if (status != exit) {
            throw new IOException("a further run of the program by " + java + " ended with " + status + ", the first one with " + exit);
        }
        return time;
    }

    private static int warmRuns(Path home) throws IOException, InterruptedException {
        Process status = new ProcessBuilder(home.resolve("bin/spillway").toString(), "pool", "status")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(status.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher matcher = WARM.matcher(said);
        if (status.waitFor() != 0 || !matcher.find()) {
            throw new IOException("spillway pool status said: " + said.strip());
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** The middle one of some times, or the mean of the two in the middle. */
    public static long median(List<Long> times) {
        List<Long> sorted = times.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** What a warm run saves. */
    public long saved() {
        return median(plain) - median(warm);
    }
}
