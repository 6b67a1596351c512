// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The Spark distribution that test programs run on: the version of the Maven property spark.version. */
final class SparkHome {
    // What Spark's own scripts open; see JavaModuleOptions of Spark.
    static final List<String> OPENS = List.of(
            "java.base/java.lang", "java.base/java.lang.invoke", "java.base/java.lang.reflect", "java.base/java.io",
            "java.base/java.net", "java.base/java.nio", "java.base/java.util", "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic", "java.base/jdk.internal.ref", "java.base/sun.nio.ch",
            "java.base/sun.nio.cs", "java.base/sun.security.action", "java.base/sun.util.calendar");

    private static final String C1_ONLY = "-XX:TieredStopAtLevel=1";

    private SparkHome() {}

    /**
     * Options of a JVM that runs a short program: a third of its CPU time is the optimizing compiler's. One of LocalCachingIT has it
     * on a Spillway JDK, whose barriers that compiler knows, too; {@code make soak} runs all tests with it.
     */
    static String[] shortRun() {
        return full() ? new String[0] : new String[] {C1_ONLY};
    }

    /** The releases of the JDKs that a test runs on which is worth it on one only in a short run; make soak runs it on the stock 25, too. */
    static IntStream releases() {
        return full() ? IntStream.of(17, 25) : IntStream.of(17);
    }

    /** Whether tests run in full, as in make soak. */
    static boolean full() {
        return Boolean.getBoolean("spillway.test.optimized");
    }

    /** How many of a random test's jobs to run: all in make soak, half of them in a short run. */
    static int jobs(int all) {
        return full() ? all : all / 2;
    }

    /** The JDK of such a release: 25 is the stock one, 17 that of the tests. */
    static Path jdk(int release) {
        return release == 25 ? Jdks.stock25() : Jdks.own();
    }

    static String version() {
        return System.getProperty("spillway.test.spark.version");
    }

    /** Directory of the distribution; skips the test if it is not there. */
    static Path find() {
        Optional<Path> home = candidates().filter(SparkHome::isVersion).findFirst();
        if (home.isEmpty()) {
            System.out.println("SKIPPED: " + reason());
        }
        Assumptions.assumeTrue(home.isPresent(), SparkHome::reason);
        return home.get();
    }

    /**
     * Skips a test of executors on JDK 25 where Spark's Hadoop calls Subject.getSubject, which fails since JDK 24: no executor of a cluster
     * starts there, on a stock JDK neither (HADOOP-19212, mended in Hadoop 3.4.3). Spark 4.1 has Hadoop 3.4.2.
     */
    static void assumeExecutorsRunOnJdk25() {
        List<Integer> hadoop = hadoopVersion();
        boolean mended = hadoop.get(0) > 3 || hadoop.get(1) > 4 || hadoop.get(1) == 4 && hadoop.get(2) >= 3;
        String reason = "Hadoop " + hadoop + " of Spark " + version() + " does not run on JDK 24 and later (HADOOP-19212)";
        if (!mended) {
            System.out.println("SKIPPED: " + reason);
        }
        Assumptions.assumeTrue(mended, reason);
    }

    private static List<Integer> hadoopVersion() {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(find().resolve("jars"), "hadoop-client-api-*.jar")) {
            String version = jars.iterator().next().getFileName().toString().replaceAll("^hadoop-client-api-|\\.jar$", "");
            return Stream.of(version.split("\\.")).map(Integer::valueOf).toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String reason() {
        return "no Spark " + version() + ": run spark/fetch-spark.sh " + version();
    }

    private static Stream<Path> candidates() {
        return Stream.concat(Stream.of(cache().resolve("spark-" + version()).resolve("pyspark")), venvs());
    }

    private static Path cache() {
        return Path.of(System.getenv().getOrDefault("SPILLWAY_CACHE", System.getProperty("user.home") + "/.cache/spillway"));
    }

    /** Directories of all distributions that were fetched, of whatever version; skips the test if there are none. */
    static Stream<Path> all() {
        List<Path> found = new java.util.ArrayList<>();
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(cache(), "spark-*")) {
            versions.forEach(version -> found.add(version.resolve("pyspark")));
        } catch (IOException noCache) {
            // The environment of the benchmarks may have one.
        }
        found.addAll(venvs().toList());
        found.removeIf(home -> !Files.isDirectory(home.resolve("jars")));
        Assumptions.assumeFalse(found.isEmpty(), SparkHome::reason);
        return found.stream();
    }

    private static Stream<Path> venvs() {
        try (DirectoryStream<Path> pythons = Files.newDirectoryStream(Jdks.root().resolve(".venv/lib"), "python3*")) {
            List<Path> found = new java.util.ArrayList<>();
            pythons.forEach(python -> found.add(python.resolve("site-packages/pyspark")));
            return found.stream();
        } catch (IOException noVenv) {
            return Stream.empty();
        }
    }

    private static boolean isVersion(Path home) {
        return Files.exists(home.resolve("jars").resolve("spark-core_2.13-" + version() + ".jar"));
    }

    /** The plug-in jar as it is shipped. */
    static String pluginJar() {
        return System.getProperty("spillway.plugin.jar");
    }

    /**
     * A JVM with class path elements given, then Spark, the plug-in jar and the test programs, opened as Spark's scripts do. Elements that
     * are given, since they stand in for Spark's, make the JVM load all classes by itself.
     */
    static JvmProcess jvm(Path javaHome, String... before) {
        JvmProcess jvm = before.length == 0 ? archived(javaHome) : bare(javaHome, before).classPath(jars());
        return jvm.classPath(pluginJar(), testClasses())
                .options("-Dspark.executor.extraClassPath=" + pluginJar() + java.io.File.pathSeparator + testClasses())
                .options("-Dspark.plugins=dev.spillway.spark.SpillwayPlugin", "-Dspark.app.name=test");
    }

    /** A JVM with Spark and the test programs, which knows nothing of the plug-in. */
    static JvmProcess withoutPlugin(Path javaHome) {
        return archived(javaHome).classPath(testClasses());
    }

    private static JvmProcess archived(Path javaHome) {
        return bare(javaHome, jars()).options(ClassArchive.options(javaHome, find().resolve("jars")));
    }

    private static String jars() {
        return find().resolve("jars") + "/*";
    }

    /** A JVM with no more on its class path than is given. */
    static JvmProcess bare(Path javaHome, String... classPath) {
        Path home = find();
        JvmProcess jvm = new JvmProcess(javaHome)
                .classPath(classPath)
                .environment("SPARK_HOME", home.toString())
                .environment("SPARK_SCALA_VERSION", "2.13")
                .options("-Dspark.ui.enabled=false", "-Dspark.driver.host=localhost", "-Dspark.driver.bindAddress=127.0.0.1")
                .options(shortRun())
                .options("-Dspark.master=local[2]", "-Djdk.reflect.useDirectMethodHandle=false")
                .options("-Dio.netty.tryReflectionSetAccessible=true", "-XX:+IgnoreUnrecognizedVMOptions");
        OPENS.forEach(open -> jvm.options("--add-opens=" + open + "=ALL-UNNAMED"));
        return jvm;
    }

    private static String testClasses() {
        return Path.of("target", "test-classes").toAbsolutePath().toString();
    }
}
