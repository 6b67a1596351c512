// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.spillway.warmup.programs.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the command runs a program, and what it refuses. */
class CommandIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"exit, 3", "thread, 4", "throw, 1"})
    void aProgramEndsAsItDoesWithoutTheReport(String how, int status) throws IOException {
        WarmupRun plain = WarmupRun.plain(directory, Exit.class, how);
        WarmupRun run = WarmupRun.of(directory, List.of(), Exit.class, how);
        assertEquals(status, plain.exit(), plain.err());
        assertEquals(status, run.exit(), run.err());
        assertEquals(plain.out(), run.out());
        assertTrue(run.err().startsWith(plain.err()), run.err());
        assertTrue(run.err().contains("main "), run.err());
        try (Stream<Path> files = Files.list(run.directory())) {
            assertEquals(Set.of("report.json", "report.txt", "timeline.svg"), files.map(f -> f.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    @Test
    void aSignalThatTheProgramHandlesGivesItsStatusAndAReport() {
        WarmupRun run = WarmupRun.of(directory, List.of(), Exit.class, "kill", "TERM");
        assertEquals(143, run.exit(), run.err());
        assertTrue(run.report().get("length").getAsLong() > 0);
    }

    @Test
    void aKilledProgramGivesItsStatusAndAWordOnIt() {
        WarmupRun run = WarmupRun.of(directory, List.of(), Exit.class, "kill", "KILL");
        assertEquals(137, run.exit(), run.err());
        assertTrue(run.err().contains("no report: the program left no recording"), run.err());
        assertFalse(Files.exists(run.directory().resolve("report.json")));
    }

    @Test
    void withoutDashesNothingRuns() {
        refused(List.of(WarmupRun.java(), "-version"), "no -- before");
        refused(List.of("--"), "after --");
        refused(List.of("--frobnicate", "--", WarmupRun.java(), "-version"), "frobnicate");
    }

    @Test
    void aJavaThatCannotBeMeasuredIsRefused() throws IOException {
        refused(List.of("--", directory.resolve("missing/java").toString(), "Program"), "cannot run");
        refused(List.of("--", "/bin/false", "Program"), "not a working java");
        Path old = directory.resolve("java");
        Files.writeString(old, "#!/bin/sh\necho '    java.home = /nowhere'\necho '    java.specification.version = 17'\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwx------"));
        refused(List.of("--", old.toString(), "Program"), "is Java 17; the report needs");
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        refused(List.of("--out=" + file.resolve("below"), "--", WarmupRun.java(), "Program"), "cannot make the directory");
        refused(List.of("--out=" + directory.resolve("a,b"), "--", WarmupRun.java(), "Program"), "must not have");
    }

    @Test
    void allJvmsOfAScriptAreMeasuredAndSummed() throws IOException {
        String run = " -cp target/test-classes " + Exit.class.getName();
        WarmupRun all = WarmupRun.script(directory, List.of("--all"),
                "java" + run + " none </dev/null; \"$JAVA_HOME/bin/java\"" + run + " exit <<< X & wait $!; status=$?; java" + run + " kill KILL <<< X; exit $status");
        assertEquals(3, all.exit(), all.err());
        assertEquals("out -1\nout 88\nout 88\n", all.out());
        JsonObject whole = new Gson().fromJson(Files.readString(all.directory().resolve("application.json")), JsonObject.class);
        JsonObject application = whole.getAsJsonObject("application");
        assertEquals(2, application.getAsJsonArray("jvms").size(), all.err());
        assertEquals(1, whole.get("without").getAsInt());
        long first = application.getAsJsonArray("jvms").get(0).getAsJsonObject().get("started").getAsLong();
        long second = application.getAsJsonArray("jvms").get(1).getAsJsonObject().get("started").getAsLong();
        assertTrue(0 < first && first < second && second < application.get("length").getAsLong(), application.toString());
        assertTrue(all.err().contains("the command took") && all.err().contains("1 more JVMs were killed"), all.err());
        assertFalse(Files.exists(all.directory().resolve("jdk")), "the JAVA_HOME that was made");
        String picture = Files.readString(all.directory().resolve("application.svg"));
        assertEquals(2, picture.split(">Exit<", -1).length - 1, "strips in " + picture.substring(0, Math.min(3000, picture.length())));
    }

    @Test
    void optionsOfTheEnvironmentAreThoseOfThePrograms() throws IOException {
        WarmupRun all = WarmupRun.script(directory, List.of("--all", "--quiet"), "JDK_JAVA_OPTIONS=-Dbad= java -cp target/test-classes " + Exit.class.getName() + " none <<< X");
        assertEquals(0, all.exit(), all.err());
        assertEquals("NOTE: Picked up JDK_JAVA_OPTIONS: -Dbad=\nerr\n", all.err());
    }

    @Test
    void aCommandWithoutAnyJvmSaysSo() throws IOException {
        WarmupRun none = WarmupRun.script(directory, List.of("--all"), "exit 7");
        assertEquals(7, none.exit());
        assertTrue(none.err().contains("no report: the command ran no JVM"), none.err());
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() {
        refused(List.of("--all", "--keep-recording", "--", "true"), "is for one JVM");
        refused(List.of("--executors", "--", "true"), "needs --all");
        refused(List.of("--compare=-1", "--", "true"), "from 0 to 1000");
        refused(List.of("--compare=1", "--", WarmupRun.java(), "-version"), "there is none in");
    }

    private void refused(List<String> words, String reason) {
        WarmupRun run = WarmupRun.command(directory, words);
        assertEquals(2, run.exit(), run.err());
        assertTrue(run.err().contains(reason), run.err());
    }
}
