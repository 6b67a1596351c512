// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.Learning;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MLlib's own code that groups and joins finds with values as bytes what it finds in stock Spark. */
class MLlibIT {
    private static JvmProcess.Result stock;

    // With memory enough not to spill, as GroupingIT.
    @BeforeAll
    static void runStock() {
        stock = run("-Dspark.spillway.leakyBuffer.enabled=false", "-Dspark.spillway.eagerSpill.enabled=false");
    }

    @ParameterizedTest
    @MethodSource("wireFormats")
    void recommendationsPatternsAndProductsEqualStocksWithSpills(String wireFormat) {
        // So little that reduce tasks spill.
        JvmProcess.Result run = run("-Dspark.spillway.leakyBuffer.wireFormat=" + wireFormat, "-Dspark.memory.fraction=0.01",
                "-Dspark.shuffle.spill.initialMemoryThreshold=1");
        for (String exact : new String[] {"asked", "patterns", "product"}) {
            assertEquals(stock.value(exact), run.value(exact));
        }
        // The order of a group's ratings is that of the fetches, in stock, too, and sums of numbers in another order differ in their last digits.
        assertArrayEquals(predictions(stock), predictions(run), 0.001);
        for (String part : new String[] {"predictions", "patterns", "product"}) {
            assertTrue(number(run, "leaky.tasks." + part) > 0, part + "\n" + run.output());
        }
        assertTrue(number(run, "leaky.spills") > 0, run.output());
    }

    private static Stream<String> wireFormats() {
        return SparkHome.full() ? Stream.of("copy", "prefix") : Stream.of("prefix");
    }

    private static JvmProcess.Result run(String... options) {
        return SparkHome.jvm(Jdks.own()).options("-Xmx512m", "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer").options(options)
                .run(Learning.class.getName()).succeeded();
    }

    private static double[] predictions(JvmProcess.Result run) {
        String all = run.value("predictions");
        double[] predictions = Stream.of(all.substring(1, all.length() - 1).split(", ")).mapToDouble(Double::parseDouble).toArray();
        assertEquals(200, predictions.length, run.output());
        return predictions;
    }

    private static long number(JvmProcess.Result run, String name) {
        return Long.parseLong(run.value(name));
    }
}
