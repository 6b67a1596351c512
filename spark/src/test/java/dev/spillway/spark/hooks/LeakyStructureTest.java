// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakyStructureTest {
    @Test
    void theSparkOfThisClassPathFits() {
        assertEquals(List.of(), new LeakyStructure(SparkEnv.class.getClassLoader()).misfits());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TaskContext", "SparkEnv", "InterruptibleIterator", "memory.MemoryConsumer", "storage.BlockManager",
        "util.SizeEstimator", "rdd.RDD"})
    void aSparkWithoutAClassThatTasksLinkToIsRefused(String name) {
        String file = "org/apache/spark/" + name.replace('.', '/') + ".class";
        ClassLoader without = new ClassLoader(SparkEnv.class.getClassLoader()) {
            @Override
            public InputStream getResourceAsStream(String resource) {
                return resource.equals(file) ? null : super.getResourceAsStream(resource);
            }
        };
        List<String> misfits = new LeakyStructure(without).misfits();
        assertTrue(misfits.stream().anyMatch(misfit -> misfit.contains("org.apache.spark." + name + ".")), misfits.toString());
    }
}
