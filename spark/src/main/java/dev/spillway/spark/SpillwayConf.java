// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.spill.SpillParameters;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/**
 * The application's settings, parsed and checked. Spark's own ConfigBuilder is not used: keys it knows cannot be set per
 * session, and its constructor changes between releases.
 */
record SpillwayConf(
        boolean enabled,
        Set<String> storageLevels,
        Pattern excludedNames,
        double poolFraction,
        long chunkSize,
        double pendingFraction,
        double serveFraction,
        boolean followLimit,
        boolean leakyBuffer,
        ConfigKeys.WireFormat wireFormat,
        ConfigKeys.StreamGroups streamGroups,
        boolean reencodes,
        double reencodeShare,
        SpillConf spill,
        ConfigKeys.OnIncompatible onIncompatible) {

    /**
     * Reads all keys of the registry.
     *
     * @throws IllegalArgumentException for a value outside its range or an unknown key under the prefix
     */
    static SpillwayConf from(SparkConf conf) {
        refuseUnknown(conf);
        return new SpillwayConf(
                read(conf, ConfigKeys.ENABLED),
                read(conf, ConfigKeys.STORAGE_LEVELS),
                read(conf, ConfigKeys.EXCLUDED_NAMES),
                read(conf, ConfigKeys.POOL_FRACTION),
                read(conf, ConfigKeys.CHUNK_SIZE),
                read(conf, ConfigKeys.PENDING_FRACTION),
                read(conf, ConfigKeys.SERVE_FRACTION),
                read(conf, ConfigKeys.FOLLOW_LIMIT),
                read(conf, ConfigKeys.LEAKY_BUFFER),
                read(conf, ConfigKeys.WIRE_FORMAT),
                read(conf, ConfigKeys.STREAM_GROUPS),
                read(conf, ConfigKeys.REENCODES),
                read(conf, ConfigKeys.REENCODE_SHARE),
                spill(conf),
                read(conf, ConfigKeys.ON_INCOMPATIBLE));
    }

    private static SpillConf spill(SparkConf conf) {
        SpillParameters parameters = new SpillParameters(
                read(conf, ConfigKeys.SPILL_RATIO),
                read(conf, ConfigKeys.SPILL_DECREASE),
                read(conf, ConfigKeys.SPILL_INCREASE),
                read(conf, ConfigKeys.SPILL_CALM),
                read(conf, ConfigKeys.SPILL_PAYBACK));
        SpillBounds bounds = new SpillBounds(
                read(conf, ConfigKeys.SPILL_FLOOR),
                read(conf, ConfigKeys.SPILL_FLOOR_FRACTION),
                read(conf, ConfigKeys.SPILL_FLOOR_RECORDS),
                read(conf, ConfigKeys.SPILL_CEILING));
        double initial = read(conf, ConfigKeys.SPILL_INITIAL);
        if (bounds.maxFraction() < initial) {
            throw ConfigKeys.SPILL_CEILING.refusal(text(conf, ConfigKeys.SPILL_CEILING),
                    "from " + initial + " to 1.0 with " + ConfigKeys.SPILL_INITIAL.name() + "=" + text(conf, ConfigKeys.SPILL_INITIAL));
        }
        return new SpillConf(
                read(conf, ConfigKeys.EAGER_SPILL),
                read(conf, ConfigKeys.SPILL_LAW),
                initial,
                parameters,
                bounds,
                read(conf, ConfigKeys.MAX_SPILLS),
                read(conf, ConfigKeys.SPILL_PIECES));
    }

    private static <T> T read(SparkConf conf, ConfigKey<T> key) {
        return key.parse(text(conf, key));
    }

    private static String text(SparkConf conf, ConfigKey<?> key) {
        return conf.get(key.name(), key.defaultText());
    }

    // Spark knows only exact names, so one in other letters would do nothing without a word.
    private static boolean isOurs(String key) {
        return (key + ".").regionMatches(true, 0, ConfigKeys.PREFIX, 0, ConfigKeys.PREFIX.length());
    }

    // A misspelt key would silently leave its default in force.
    private static void refuseUnknown(SparkConf conf) {
        Set<String> known = ConfigKeys.ALL.stream().map(ConfigKey::name).collect(Collectors.toSet());
        for (Tuple2<String, String> setting : conf.getAll()) {
            if (isOurs(setting._1()) && !known.contains(setting._1())) {
                throw new IllegalArgumentException(
                        "unknown key " + setting._1() + "=" + setting._2() + "; known keys: "
                                + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
    }
}
