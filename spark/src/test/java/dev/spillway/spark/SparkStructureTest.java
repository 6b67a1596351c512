// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.apache.spark.SparkEnv;
import org.junit.jupiter.api.Test;

class SparkStructureTest {
    @Test
    void theSparkOfThisClassPathFits() {
        assertEquals(List.of(), new SparkStructure(SparkEnv.class.getClassLoader()).misfits());
    }

    @Test
    void classesWithoutSparkDoNotFit() {
        assertFalse(new SparkStructure(ClassLoader.getPlatformClassLoader()).misfits().isEmpty());
    }
}
