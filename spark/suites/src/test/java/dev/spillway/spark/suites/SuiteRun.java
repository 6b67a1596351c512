// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import dev.spillway.testing.JvmProcess;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs suites of Spark's own tests jars in a JVM of their own, with the plug-in switched on by system properties. */
final class SuiteRun {
    private static final Pattern TESTS = Pattern.compile("Tests: succeeded (\\d+), failed (\\d+), canceled (\\d+)");
    private static final Pattern FAILED = Pattern.compile("^- (.*) \\*\\*\\* FAILED \\*\\*\\*$", Pattern.MULTILINE);
    private static final Pattern MOVED = Pattern.compile("H2 moved [1-9]\\d* objects");
    private static final List<String> OPENS = List.of(
            "java.base/java.lang", "java.base/java.lang.invoke", "java.base/java.lang.reflect", "java.base/java.io",
            "java.base/java.net", "java.base/java.nio", "java.base/java.util", "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic", "java.base/jdk.internal.ref", "java.base/sun.nio.ch",
            "java.base/sun.nio.cs", "java.base/sun.security.action", "java.base/sun.util.calendar");

    private final JvmProcess.Result result;
    private final List<String> log;
    private final long movingCollections;

    private SuiteRun(JvmProcess.Result result, List<String> log, long movingCollections) {
        this.result = result;
        this.log = log;
        this.movingCollections = movingCollections;
    }

    /** Runs one suite, or the tests of it whose name contains a text, with blocks in H2. */
    static SuiteRun onSecondHeap(Path javaHome, Path directory, String suite, String filter) throws IOException {
        // Blocks of the suites are tiny: a word that waits starts a moving collection. Executors log to files of their own.
        return of(javaHome, directory, suite, filter, "-XX:+UseParallelGC -XX:SecondHeapSize=1g -XX:SecondHeapMoveTrigger=8"
                + " -XX:SecondHeapPath=" + directory + " -Xlog:gc+h2:file=" + directory.resolve("h2-%p.log"));
    }

    /** The same on any JDK, with options of the JVM that executors get, too. */
    static SuiteRun of(Path javaHome, Path directory, String suite, String filter, String heapFlags, String... options)
            throws IOException {
        JvmProcess jvm = jvm(javaHome, directory, heapFlags)
                .options("-Dspark.plugins=dev.spillway.spark.SpillwayPlugin")
                .options(options);
        return run(jvm, directory, suite, filter.isEmpty() ? List.of() : List.of("-z", filter));
    }

    /** Runs tests of these very names without the plug-in. */
    static SuiteRun ofStock(Path javaHome, Path directory, String suite, Set<String> tests, String... options) throws IOException {
        List<String> names = tests.stream().flatMap(name -> Stream.of("-t", name)).toList();
        return run(jvm(javaHome, directory, "-XX:+UseParallelGC").options(options), directory, suite, names);
    }

    private static SuiteRun run(JvmProcess jvm, Path directory, String suite, List<String> tests) throws IOException {
        String[] arguments = Stream.concat(Stream.of("-oW", "-s", suite), tests.stream()).toArray(String[]::new);
        JvmProcess.Result result = jvm.run("org.scalatest.tools.Runner", arguments);
        return new SuiteRun(result, Files.readAllLines(log(directory), StandardCharsets.ISO_8859_1), countMoves(directory));
    }

    // Of executors in processes of their own, too, whose output Spark deletes while it is tested.
    private static Path log(Path directory) {
        return directory.resolve("spillway.log");
    }

    private static JvmProcess jvm(Path javaHome, Path directory, String heapFlags) throws IOException {
        Path logging = directory.resolve("log4j2.properties");
        Files.writeString(logging, """
                rootLogger.level = warn
                rootLogger.appenderRef.out.ref = console
                appender.console.type = Console
                appender.console.name = console
                appender.console.layout.type = PatternLayout
                appender.console.layout.pattern = %%p %%c{1}: %%m%%n%%ex
                logger.spillway.name = dev.spillway
                logger.spillway.level = debug
                logger.spillway.appenderRef.file.ref = file
                appender.file.type = File
                appender.file.name = file
                appender.file.fileName = %s
                appender.file.layout.type = PatternLayout
                appender.file.layout.pattern = %%m%%n
                """.formatted(log(directory)));
        Path sparkHome = Files.createDirectories(directory.resolve("spark"));
        JvmProcess jvm = new JvmProcess(javaHome)
                .limit(Duration.ofMinutes(20))
                .classPath(System.getProperty("java.class.path").split(File.pathSeparator))
                .environment("SPARK_HOME", sparkHome.toString())
                .environment("SPARK_SCALA_VERSION", "2.13")
                .environment("SPARK_TESTING", "1")
                .environment("JAVA_HOME", javaHome.toString())
                .options(heapFlags.split(" "))
                .options("-Xmx2g", "-Xss4m", "-Dspark.testing=1", "-Dspark.test.home=" + sparkHome)
                .options("-Dlog4j2.configurationFile=" + logging, "-Djava.io.tmpdir=" + directory)
                .options("-Dderby.system.home=" + directory, "-Dspark.ui.enabled=false")
                .options("-Djdk.reflect.useDirectMethodHandle=false", "-Dio.netty.tryReflectionSetAccessible=true")
                .options("-Dspark.executor.extraClassPath=" + System.getProperty("java.class.path"))
                .options("-Dspark.executor.extraJavaOptions=" + heapFlags + " -Dlog4j2.configurationFile=" + logging);
        OPENS.forEach(open -> jvm.options("--add-opens=" + open + "=ALL-UNNAMED"));
        return jvm;
    }

    private static long countMoves(Path directory) throws IOException {
        long moves = 0;
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "h2-*.log*")) {
            for (Path log : logs) {
                moves += MOVED.matcher(Files.readString(log)).results().count();
            }
        }
        return moves;
    }

    int succeeded() {
        return count(1);
    }

    int failed() {
        return count(2);
    }

    /** Names of the tests that failed. */
    Set<String> failedTests() {
        succeeded();
        return FAILED.matcher(result.output()).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    private int count(int group) {
        Matcher matcher = TESTS.matcher(result.output());
        if (!matcher.find()) {
            throw new AssertionError("the suite did not run\n" + result.output());
        }
        return Integer.parseInt(matcher.group(group));
    }

    /** Executors, or contexts of local mode, on which a mechanism was active. */
    int activations(String mechanism) {
        return result.lines(mechanism + " is ON on executor").size();
    }

    /** Tasks that grouped with values as bytes. */
    long leakyTasks() {
        return count("Leaky task:");
    }

    /** Spillers that had a controller. */
    long controlledSpillers() {
        return count("Eager spill controls ");
    }

    /** Times that a leaky map spilled because its controller said so. */
    long leakySpills() {
        return spills("LeakyMap");
    }

    /** The same of Spark's own sorters and maps. */
    long otherSpills() {
        return spills("(?!LeakyMap,)[^,]+");
    }

    // What the law decided is logged before the spill, and each spill after it, also those that Spark decided.
    private long spills(String kind) {
        return Math.min(matches("spill,\\d+," + kind + ",.*"), matches("spilled,\\d+," + kind + ",.*"));
    }

    private long matches(String line) {
        return log.stream().filter(Pattern.compile(line).asMatchPredicate()).count();
    }

    private long count(String text) {
        return log.stream().filter(line -> line.contains(text)).count();
    }

    /** Blocks that went to the second heap in the suite's own JVM. */
    int storedBlocks() {
        return result.lines("stored for the second heap").size();
    }

    /** Collections that moved something to the second heap, in the suite's own JVM and in its executors. */
    long movingCollections() {
        return movingCollections;
    }

    String output() {
        return result.output();
    }
}
