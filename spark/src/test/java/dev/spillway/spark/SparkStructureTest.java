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
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkStructureTest {
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
