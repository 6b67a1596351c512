// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Starts a test program as users start theirs: a jar handed to spark-submit, whose loader is a child of Spark's. */
final class SparkSubmit {
    private final JvmProcess jvm;
    private final java.util.ArrayList<String> arguments = new java.util.ArrayList<>();

    SparkSubmit(Path javaHome, Path sparkHome) {
        jvm = new JvmProcess(javaHome)
                .classPath(sparkHome.resolve("jars") + "/*")
                .environment("SPARK_HOME", sparkHome.toString())
                .environment("SPARK_SCALA_VERSION", "2.13")
                .environment("JAVA_HOME", javaHome.toString())
                .options(SparkHome.shortRun())
                .options(ClassArchive.options(javaHome, sparkHome.resolve("jars")))
                .options(sparkOpens());
    }

    SparkSubmit conf(String key, String value) {
        arguments.addAll(List.of("--conf", key + "=" + value));
        return this;
    }

    SparkSubmit limit(Duration limit) {
        jvm.limit(limit);
        return this;
    }

    JvmProcess.Result run(Path directory, String mainClass, String... programArguments) throws IOException {
        arguments.addAll(List.of("--class", mainClass, programsJar(directory).toString()));
        arguments.addAll(List.of(programArguments));
        return jvm.run("org.apache.spark.deploy.SparkSubmit", arguments.toArray(String[]::new));
    }

    private static String[] sparkOpens() {
        return SparkHome.OPENS.stream().map(open -> "--add-opens=" + open + "=ALL-UNNAMED").toArray(String[]::new);
    }

    /** The test programs as an application jar. */
    static Path programsJar(Path directory) throws IOException {
        Path root = Path.of("target", "test-classes");
        Path jar = directory.resolve("programs.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> classes = Files.walk(root.resolve("dev/spillway/spark/programs"))) {
            for (Path file : (Iterable<Path>) classes.filter(Files::isRegularFile)::iterator) {
                entries.putNextEntry(new JarEntry(root.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
        return jar;
    }
}
