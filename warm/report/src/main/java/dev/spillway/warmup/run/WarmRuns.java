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
    private static final Pattern RUNS = Pattern.compile("(?m)^runs +(\\d+) warm, (\\d+) on plain java");
    private static final int MOST_TRIES = 8;
    private static final long SETTLE_MS = 3000;

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
        int before = counts(home).warm();
        for (int run = 0; run < runs; run++) {
            plainTimes.add(time(plain, words, exit));
            warmTimes.add(time(warm, words, exit));
        }
        return new WarmRuns(plainTimes, warmTimes, counts(home).warm() - before);
    }

    /**
     * The same for a command that starts its JVMs by JAVA_HOME or PATH. A run counts as served when all of its JVMs were.
     *
     * @param command and its arguments
     */
    public static WarmRuns ofCommand(Path image, List<String> command, int runs, int exit) throws IOException, InterruptedException {
        Path home = home(image);
        // Each JVM of the command starts a server for the next run, some of them one after the other.
        int tries = 0;
        while (!isServed(home, command, exit, new ArrayList<>())) {
            if (++tries == MOST_TRIES) {
                throw new IOException("after " + tries + " runs still not all JVMs of the command are warm: spillway pool why tells the reasons");
            }
            Thread.sleep(SETTLE_MS);
        }
        List<Long> plainTimes = new ArrayList<>();
        List<Long> warmTimes = new ArrayList<>();
        int served = 0;
        for (int run = 0; run < runs; run++) {
            plainTimes.add(time(builder(command, image), exit));
            served += isServed(home, command, exit, warmTimes) ? 1 : 0;
        }
        return new WarmRuns(plainTimes, warmTimes, served);
    }

    private static boolean isServed(Path home, List<String> command, int exit, List<Long> times) throws IOException, InterruptedException {
        Counts before = counts(home);
        times.add(time(builder(command, home), exit));
        Counts after = counts(home);
        return after.warm() > before.warm() && after.plain() == before.plain();
    }

    private static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return Recorded.withItsOptions(builder);
    }

    private static ProcessBuilder builder(List<String> command, Path home) {
        ProcessBuilder builder = builder(command);
        builder.environment().put("JAVA_HOME", home.toString());
        builder.environment().merge("PATH", home.resolve("bin").toString(), (old, bin) -> bin + File.pathSeparator + old);
        return builder;
    }

    private static long time(Path java, List<String> words, int exit) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(words);
        return time(builder(command), exit);
    }

    private static long time(ProcessBuilder builder, int exit) throws IOException, InterruptedException {
        long start = System.nanoTime();
        int status = builder.start().waitFor();
        long time = System.nanoTime() - start;
        if (status != exit) {
            throw new IOException("a further run of " + builder.command().get(0) + " ended with " + status + ", the first one with " + exit);
        }
        return time;
    }

    /** Of the pool: runs that were warm, and those on plain java. */
    private record Counts(int warm, int plain) {}

    private static Counts counts(Path home) throws IOException, InterruptedException {
        Process status = new ProcessBuilder(home.resolve("bin/spillway").toString(), "pool", "status")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(status.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher matcher = RUNS.matcher(said);
        if (status.waitFor() != 0 || !matcher.find()) {
            throw new IOException("spillway pool status said: " + said.strip());
        }
        return new Counts(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
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
