// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.hooks.RddHooks;
import dev.spillway.spark.hooks.SpillHooks;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is rewritten is looked for in the jars of each supported line of Spark, not only in the one that is compiled against. */
class SparkReleasesTest {
    private static final Path OF_THE_BUILD = Path.of("target/spark-4.2");
    private static final Pattern CORE = Pattern.compile("spark-core_2\\.13-(\\d+\\.\\d+)\\..*\\.jar");

    /** Every Spark that was fetched, and the one that Maven got for this test. */
    static Stream<Path> sparks() {
        return Stream.concat(Stream.of(OF_THE_BUILD), SparkHome.all());
    }

    @ParameterizedTest
    @MethodSource("sparks")
    void whatHooksRewriteFitsInEachSpark(Path home) throws IOException {
        assertEquals(List.of(), misfits(home.resolve("jars")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"util.collection.Spillable", "shuffle.sort.ShuffleInMemorySorter", "rdd.CoGroupedRDD", "Aggregator"})
    void aClassThatAReleaseLacksIsNotTakenFromTheSparkOfThisClassPath(String name, @TempDir Path without) throws IOException {
        for (Path jar : jars(OF_THE_BUILD.resolve("jars"))) {
            Files.copy(jar, without.resolve(jar.getFileName()));
        }
        Path core = jars(without).stream().filter(jar -> CORE.matcher(jar.getFileName().toString()).matches()).findFirst().orElseThrow();
        try (FileSystem files = FileSystems.newFileSystem(core)) {
            Files.delete(files.getPath("org/apache/spark/" + name.replace('.', '/') + ".class"));
        }
        List<String> misfits = misfits(without);
        assertTrue(misfits.stream().anyMatch(misfit -> misfit.contains("org.apache.spark." + name + ".")), misfits::toString);
    }

    @Test
    void eachSupportedLineIsLookedAt() throws IOException {
        Set<String> lines = new TreeSet<>(Set.of(org.apache.spark.package$.MODULE$.SPARK_VERSION().substring(0, 3)));
        for (Path home : sparks().toList()) {
            for (Path jar : jars(home.resolve("jars"))) {
                Matcher core = CORE.matcher(jar.getFileName().toString());
                if (core.matches()) {
                    lines.add(core.group(1));
                }
            }
        }
        assertTrue(lines.containsAll(Set.of("4.1", "4.2", "4.3")), lines::toString);
    }

    private static List<String> misfits(Path jars) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars(jars)) {
            urls.add(jar.toUri().toURL());
        }
        urls.addAll(libraries());
        try (URLClassLoader spark = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            List<String> misfits = new ArrayList<>(new SpillHooks(spark).misfits());
            misfits.addAll(new RddHooks(spark).misfits());
            return misfits;
        }
    }

    // What is no part of Spark comes from this class path, whose Spark would stand in for what the other one lacks.
    private static List<URL> libraries() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            File file = new File(entry);
            if (!file.getName().startsWith("spark-")) {
                urls.add(file.toURI().toURL());
            }
        }
        return urls;
    }

    private static List<Path> jars(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.jar")) {
            files.forEach(jars::add);
        }
        return jars;
    }
}
