// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.hooks.RddHooks;
import dev.spillway.spark.hooks.SpillHooks;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparkStructureTest {
    private static final Pattern CORE = Pattern.compile("spark-core_2\\.13-(\\d+\\.\\d+)\\..*\\.jar");

    @Test
    void theSparkOfThisClassPathFits() {
        assertEquals(List.of(), new SparkStructure(SparkEnv.class.getClassLoader()).misfits());
    }

    @Test
    void theCheckLoadsNoClassThatHooksRewrite() throws IOException {
        try (Watched loader = new Watched()) {
            assertEquals(List.of(), new SparkStructure(loader).misfits());
            assertTrue(loader.has("org.apache.spark.storage.BlockManager"), "the check looks at this loader's classes");
            for (String rewritten : List.of("rdd.ShuffledRDD", "rdd.CoGroupedRDD", "rdd.SubtractedRDD", "util.collection.Spillable")) {
                assertFalse(loader.has("org.apache.spark." + rewritten), rewritten);
            }
        }
    }

    /** Loads Spark anew, and tells what it has loaded. */
    private static final class Watched extends URLClassLoader {
        Watched() throws IOException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() throws IOException {
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(new File(entry).toURI().toURL());
            }
            return urls.toArray(new URL[0]);
        }

        boolean has(String name) {
            return findLoadedClass(name) != null;
        }
    }

    /** Every Spark that was fetched, and the one that Maven got for this test. */
    static Stream<Path> sparks() {
        return Stream.concat(Stream.of(Path.of("target/spark-4.2")), SparkHome.all());
    }

    @ParameterizedTest
    @MethodSource("sparks")
    void whatHooksRewriteFitsInEachSpark(Path home) throws IOException {
        List<URL> jars = new ArrayList<>();
        for (Path jar : jars(home)) {
            jars.add(jar.toUri().toURL());
        }
        // What is no part of Spark comes from this class path.
        Collections.addAll(jars, Watched.classPath());
        try (URLClassLoader spark = new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            assertEquals(List.of(), new SpillHooks(spark).misfits());
            assertEquals(List.of(), new RddHooks(spark).misfits());
        }
    }

    @Test
    void eachSupportedLineIsLookedAt() throws IOException {
        Set<String> lines = new TreeSet<>(Set.of(org.apache.spark.package$.MODULE$.SPARK_VERSION().substring(0, 3)));
        for (Path home : sparks().toList()) {
            for (Path jar : jars(home)) {
                Matcher core = CORE.matcher(jar.getFileName().toString());
                if (core.matches()) {
                    lines.add(core.group(1));
                }
            }
        }
        assertTrue(lines.containsAll(Set.of("4.1", "4.2", "4.3")), lines::toString);
    }

    private static List<Path> jars(Path home) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(home.resolve("jars"), "*.jar")) {
            files.forEach(jars::add);
        }
        return jars;
    }

    @Test
    void whatHooksRewriteFitsOnThisClassPath() {
        assertEquals(List.of(), new SpillHooks(SparkEnv.class.getClassLoader()).misfits());
        assertEquals(List.of(), new RddHooks(SparkEnv.class.getClassLoader()).misfits());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "UnsafeExternalSorter.inMemSorter", "ShuffleExternalSorter.inMemSorter", "UnsafeInMemorySorter.numRecords",
        "ShuffleInMemorySorter.numRecords", "MemoryConsumer.getMode", "ExternalAppendOnlyMap$$hash", "UnsafeExternalSorter.insertRecord"
    })
    void theCheckOfSpillersLooksFor(String member) {
        String misfits = String.join("\n", new SpillHooks(ClassLoader.getPlatformClassLoader()).misfits());
        assertTrue(misfits.contains(member), misfits);
    }

    @Test
    void classesWithoutSparkDoNotFit() {
        assertFalse(new SparkStructure(ClassLoader.getPlatformClassLoader()).misfits().isEmpty());
    }
}
