// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeakyDetailTest {
    @ParameterizedTest
    @CsvSource({"true, 'arrays and tuples of these, not by subtractByKey'", "false, 'arrays of primitives, by groupByKey and groupBy'"})
    void theBannerSaysHowLittleIsLeakyWithTheDefaultSerializer(boolean reencodes, String little) {
        String banner = LeakyDetail.of(new SparkConf(false), ConfigKeys.StreamGroups.AUTO, reencodes, true);
        assertTrue(banner.contains("spark.serializer is Java's: only of primitives, strings") && banner.contains(little), banner);
    }

    @Test
    void theBannerNamesTasksThatReadLittleOnlyWhereTheyAreLeftToSpark() {
        assertTrue(LeakyDetail.of(new SparkConf(false), ConfigKeys.StreamGroups.AUTO, true, true).contains("read little"));
        assertFalse(LeakyDetail.of(new SparkConf(false), ConfigKeys.StreamGroups.AUTO, true, false).contains("read little"));
    }

    @Test
    void theBannerDoesNotSaySoWithKryo() {
        SparkConf kryo = new SparkConf(false).set("spark.serializer", "org.apache.spark.serializer.KryoSerializer");
        assertFalse(LeakyDetail.of(kryo, ConfigKeys.StreamGroups.TRUE, true, true).contains("Java's"));
    }

    @ParameterizedTest
    @CsvSource({"spark.shuffle.manager, org.example.RemoteShuffleManager", "spark.serializer, org.example.OtherKryoSerializer"})
    void theBannerNamesWhatLeavesNothingLeaky(String key, String value) {
        String banner = LeakyDetail.of(new SparkConf(false).set(key, value), ConfigKeys.StreamGroups.AUTO, true, true);
        assertTrue(banner.contains(key + " is " + value + ": none"), banner);
        assertFalse(LeakyDetail.of(new SparkConf(false).set("spark.shuffle.manager", "sort"), ConfigKeys.StreamGroups.AUTO, true, true).contains("none"));
    }
}
