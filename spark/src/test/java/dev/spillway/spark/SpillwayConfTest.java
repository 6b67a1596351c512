// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpillwayConfTest {
    @Test
    void everyDefaultIsAcceptedByItsOwnParser() {
        ConfigKeys.ALL.forEach(ConfigKey::defaultValue);
        SpillwayConf conf = SpillwayConf.from(new SparkConf(false));
        assertTrue(conf.enabled());
        assertEquals(ConfigKeys.LEVELS, conf.storageLevels());
        assertEquals(4L << 20, conf.chunkSize());
    }

    @ParameterizedTest
    @CsvSource({
        "secondHeap.enabled, yes, true or false",
        "secondHeap.poolFraction, 1.5, from 0.01 to 1.0",
        "secondHeap.poolFraction, lots, from 0.01 to 1.0",
        "secondHeap.poolFraction, NaN, from 0.01 to 1.0",
        "secondHeap.chunkSize, 1k, from 64k to 1g",
        "secondHeap.chunkSize, 4 apples, from 64k to 1g",
        "secondHeap.pendingFraction, 0, from 0.01 to 0.9",
        "secondHeap.serveFraction, 2, from 0.001 to 1.0",
        "secondHeap.storageLevels, OFF_HEAP, MEMORY_ONLY",
        "secondHeap.excludedNames, (, java.util.regex",
        "onIncompatible, explode, warn or fail",
        "leakyBuffer.streamGroups, yes, 'true, auto or false'"
    })
    void badValueIsRefusedWithKeyValueAndRange(String key, String value, String range) {
        SparkConf conf = new SparkConf(false).set(ConfigKeys.PREFIX + key, value);
        String message =
                assertThrows(IllegalArgumentException.class, () -> SpillwayConf.from(conf)).getMessage();
        assertTrue(message.contains(ConfigKeys.PREFIX + key + "=" + value), message);
        assertTrue(message.contains(range), message);
    }

    @ParameterizedTest
    @CsvSource({"True, TRUE", "auto, AUTO", "FALSE, FALSE"})
    void aWordMayBeWrittenInAnyCase(String text, ConfigKeys.StreamGroups expected) {
        assertEquals(expected, SpillwayConf.from(new SparkConf(false).set(ConfigKeys.STREAM_GROUPS.name(), text)).streamGroups());
    }

    @ParameterizedTest
    @ValueSource(strings = {"spark.spillway.secondHeap.enabeld", "spark.Spillway.leakyBuffer.enabled", "SPARK.SPILLWAY.onIncompatible", "spark.spillway"})
    void misspeltKeyIsRefusedAndTheKnownOnesAreListed(String key) {
        SparkConf conf = new SparkConf(false).set(key, "false");
        String message =
                assertThrows(IllegalArgumentException.class, () -> SpillwayConf.from(conf)).getMessage();
        assertTrue(message.contains("unknown key " + key + "=") && message.contains(ConfigKeys.ENABLED.name()), message);
    }

    @Test
    void valuesAreReadInSparksOwnNotation() {
        SparkConf conf = new SparkConf(false)
                .set(ConfigKeys.CHUNK_SIZE.name(), "512k")
                .set(ConfigKeys.STORAGE_LEVELS.name(), "MEMORY_ONLY, MEMORY_AND_DISK_2")
                .set(ConfigKeys.EXCLUDED_NAMES.name(), "^tmp");
        SpillwayConf read = SpillwayConf.from(conf);
        assertEquals(512L << 10, read.chunkSize());
        assertEquals(Set.of("MEMORY_ONLY", "MEMORY_AND_DISK_2"), read.storageLevels());
        assertTrue(read.excludedNames().matcher("tmp table").find());
    }

    @Test
    void aCeilingOfSpillThresholdsBelowTheFirstOneIsRefused() {
        SparkConf conf = new SparkConf(false).set("spark.spillway.eagerSpill.maxFraction", ".15").set("spark.spillway.eagerSpill.initialFraction", "0.20");
        String message = assertThrows(IllegalArgumentException.class, () -> SpillwayConf.from(conf)).getMessage();
        assertTrue(message.startsWith("spark.spillway.eagerSpill.maxFraction=.15 is refused: it takes a number, from 0.2 to 1.0"), message);
        assertTrue(message.contains("spark.spillway.eagerSpill.initialFraction=0.20"), message);
    }
}
