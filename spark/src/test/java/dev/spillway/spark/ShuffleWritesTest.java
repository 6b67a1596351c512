// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShuffleWritesTest {
    private static final String FORMAT = "spark.spillway.leakyBuffer.wireFormat";

    @ParameterizedTest
    @CsvSource({"true, leakyBuffer.writes=OFF (wire format copy: shuffles are written as Spark does)",
        "false, leakyBuffer.writes=OFF (spark.spillway.leakyBuffer.enabled=false)"})
    void theBannerSaysWhyTheMapSideIsNotChanged(String enabled, String text) {
        assertEquals(text, banner(new SparkConf(false).set("spark.spillway.leakyBuffer.enabled", enabled)));
    }

    @Test
    void theBannerSaysWhyLengthsCannotBeWrittenAndWhatIsDoneInstead() throws ClassNotFoundException {
        Class.forName("org.apache.spark.rdd.ShuffledRDD");
        String text = banner(new SparkConf(false).set(FORMAT, "prefix"));
        assertTrue(text.startsWith("leakyBuffer.writes=REFUSED (") && text.contains("wire format copy is in force"), text);
        assertTrue(text.contains("ShuffledRDD was loaded before the plug-in"), text);
    }

    private static String banner(SparkConf conf) {
        return ShuffleWrites.text(new ShuffleWrites().start(SpillwayConf.from(conf)));
    }
}
