// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A running process: wait for a line, send a line, wait for the end. Closing kills it. */
public final class Live implements AutoCloseable {
    private static final long SECONDS = 180;

    private final Process process;
    private final BufferedReader reader;
    private final StringBuilder output = new StringBuilder();
    private final Thread watchdog;

    private Live(Process process, long seconds) {
        this.process = process;
        this.reader = process.inputReader();
        this.watchdog = Thread.ofPlatform().daemon().start(() -> {
            try {
                // Killing a process that has ended would also close its output, which may not be read yet.
                if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    static Live of(List<String> command, Map<String, String> environment) {
        return of(command, environment, SECONDS);
    }

    /** Ends a process that is still there after so many seconds. */
    static Live of(List<String> command, Map<String, String> environment, long seconds) {
        System.out.println("+ " + String.join(" ", command));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            return new Live(builder.start(), seconds);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Reads output up to the first line that contains the text; throws if the process ends before. */
    public String await(String text) {
        return awaitAny(text);
    }

    /** The same for whichever of the texts comes first. */
    public String awaitAny(String... texts) {
        try {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.append(line).append('\n');
                if (Stream.of(texts).anyMatch(line::contains)) {
                    return line;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Not in the message: jtreg's agent dies of one that is longer than 64 KB.
        System.out.println(output);
        throw new AssertionError("process ended before it printed any of " + List.of(texts) + ", output above");
    }

    /** Sends one line to its standard input. */
    public Live send(String line) {
        try {
            process.outputWriter().write(line + "\n");
            process.outputWriter().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the end; an exit code of 137 after the seconds it had means that the watchdog had to end it. */
    public Outcome finish() {
        try {
            reader.lines().forEach(l -> output.append(l).append('\n'));
            return new Outcome(process.waitFor(), output.toString());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        watchdog.interrupt();
        process.destroyForcibly();
    }
}
