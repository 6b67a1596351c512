// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.spark.programs.Reducing;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reduces values, or combines them by the program's own functions, is left to Spark. */
class ReducingIT {
    @ParameterizedTest
    @CsvSource({"KryoSerializer, prefix", "JavaSerializer, copy"})
    void reductionsAndTheProgramsOwnCombinationsStayStock(String serializer, String wireFormat) {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own())
                .options("-Xmx512m", "-Dspark.memory.fraction=0.01", "-Dspark.shuffle.spill.initialMemoryThreshold=1")
                .options("-Dspark.serializer=org.apache.spark.serializer." + serializer, "-Dspark.spillway.leakyBuffer.wireFormat=" + wireFormat)
                .run(Reducing.class.getName()).succeeded();
        for (String name : new String[] {"reduceByKey", "foldByKey", "aggregateByKey", "combineByKey", "collected", "collectedByReducers"}) {
            assertEquals("true 0 0", run.value(name), name + " is right, no leaky task, nor a fall-back of one\n" + run.output());
        }
        assertEquals("true 2 0", run.value("groupByKey"), "the leaky buffer is on\n" + run.output());
    }
}
