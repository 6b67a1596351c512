// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class LeakyDetailTest {
    private static final String LITTLE = "spark.serializer is Java's: only groupByKey and groupBy of primitives";

    @Test
    void theBannerSaysHowLittleIsLeakyWithTheDefaultSerializer() {
        assertTrue(SpillwayExecutorPlugin.leakyDetail(new SparkConf(false), ConfigKeys.StreamGroups.AUTO).contains(LITTLE));
    }

    @Test
    void theBannerDoesNotSaySoWithKryo() {
        SparkConf kryo = new SparkConf(false).set("spark.serializer", "org.apache.spark.serializer.KryoSerializer");
        assertFalse(SpillwayExecutorPlugin.leakyDetail(kryo, ConfigKeys.StreamGroups.TRUE).contains("Java's"));
    }
}
