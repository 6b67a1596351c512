// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.spark.programs.LargeGroup;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key may have more than the 2 GiB of an array, in memory as well as in spill files. Part of {@code make soak}. */
@EnabledIfSystemProperty(named = "spillway.test.optimized", matches = "true", disabledReason = "takes minutes and 6 GB: make soak")
class LargeGroupIT {
    @ParameterizedTest
    @CsvSource({"1g, false, true", "6g, true, true", "1g, false, auto"})
    void aKeyWithMoreThanTwoGigabytesOfValuesIsWhole(String heap, boolean inMemory, String streamGroups) {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own())
                .options("-Xmx" + heap, "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer", "-Dspark.memory.fraction=0.8",
                        "-Dspark.spillway.leakyBuffer.streamGroups=" + streamGroups, "-Dspark.spillway.eagerSpill.enabled=false")
                .run(LargeGroup.class.getName()).succeeded();
        assertEquals(LargeGroup.right(), run.value("read"), run.output());
        assertEquals("1", run.value("tasks"), run.output());
        assertEquals(inMemory, run.value("spills").equals("0"), run.output());
    }
}
