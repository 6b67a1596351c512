// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The one registry of configuration keys; docs/configuration.md is made from it. */
final class ConfigKeys {
    static final String PREFIX = "spark.spillway.";

    /** Storage levels that keep deserialized objects on the heap. */
    static final Set<String> LEVELS = Set.of("MEMORY_ONLY", "MEMORY_ONLY_2", "MEMORY_AND_DISK", "MEMORY_AND_DISK_2");

    private static final String APPLICATION = "application";

    static final ConfigKey<Boolean> ENABLED = new ConfigKey<>(
            PREFIX + "secondHeap.enabled",
            "a boolean",
            "-",
            "true",
            "true or false",
            "application; false also as session setting or job property",
            "False keeps cached blocks in Spark's own store: for the whole application, or for the blocks computed by the"
                    + " jobs of one session or thread.",
            ConfigParsers::bool);

    static final ConfigKey<Set<String>> STORAGE_LEVELS = new ConfigKey<>(
            PREFIX + "secondHeap.storageLevels",
            "a comma-separated list",
            "-",
            String.join(",", new TreeSet<>(LEVELS)),
            "of " + String.join(", ", new TreeSet<>(LEVELS)),
            APPLICATION,
            "Blocks of a level that is not listed stay in Spark's own store.",
            ConfigParsers.subset(LEVELS));

    static final ConfigKey<Pattern> EXCLUDED_NAMES = new ConfigKey<>(
            PREFIX + "secondHeap.excludedNames",
            "a regular expression",
            "-",
            "",
            "of java.util.regex, matched anywhere in the RDD's name",
            APPLICATION,
            "RDDs whose name matches when their first block is computed on an executor stay in Spark's own store, as do those"
                    + " whose name contains [h1]; a cached table is named \"In-memory table <name>\".",
            ConfigParsers::pattern);

    static final ConfigKey<Double> POOL_FRACTION = new ConfigKey<>(
            PREFIX + "secondHeap.poolFraction",
            "a number",
            "of SecondHeapSize",
            "0.9",
            "from 0.01 to 1.0",
            APPLICATION,
            "Cached blocks are evicted, least recently used first, when their estimated size exceeds this part of H2; the rest"
                    + " is room for estimates that are too low and for regions not yet freed.",
            ConfigParsers.fraction(0.01, 1.0));

    static final ConfigKey<Long> CHUNK_SIZE = new ConfigKey<>(
            PREFIX + "secondHeap.chunkSize",
            "a size",
            "bytes",
            "4m",
            "from 64k to 1g; at most a quarter of SecondHeapRegionSize is used",
            APPLICATION,
            "Larger chunks mean fewer tags and more heap held while a partition is being cached.",
            ConfigParsers.bytes(64L << 10, 1L << 30));

    static final ConfigKey<Double> PENDING_FRACTION = new ConfigKey<>(
            PREFIX + "secondHeap.pendingFraction",
            "a number",
            "of the heap (-Xmx)",
            "0.25",
            "from 0.01 to 0.9",
            APPLICATION,
            "When more cached bytes than this wait in the heap for their move, the task that adds more runs a moving"
                    + " collection first; lower values leave more heap to execution and collect more often.",
            ConfigParsers.fraction(0.01, 0.9));

    static final ConfigKey<Double> SERVE_FRACTION = new ConfigKey<>(
            PREFIX + "secondHeap.serveFraction",
            "a number",
            "of the heap (-Xmx)",
            "0.25",
            "from 0.001 to 1.0",
            APPLICATION,
            "A block larger than this is not serialized as a whole to be read, replicated or migrated elsewhere: it is computed"
                    + " again where it is needed.",
            ConfigParsers.fraction(0.001, 1.0));

    static final ConfigKey<OnIncompatible> ON_INCOMPATIBLE = new ConfigKey<>(
            PREFIX + "onIncompatible",
            "a word",
            "-",
            "warn",
            "warn or fail",
            APPLICATION,
            "What to do when this Spark is not built as the plug-in needs it: warn goes on with Spark's own store, fail ends"
                    + " the application at its start.",
            OnIncompatible::parse);

    static final List<ConfigKey<?>> ALL = List.of(
            ENABLED,
            STORAGE_LEVELS,
            EXCLUDED_NAMES,
            POOL_FRACTION,
            CHUNK_SIZE,
            PENDING_FRACTION,
            SERVE_FRACTION,
            ON_INCOMPATIBLE);

    private ConfigKeys() {}

    /** Answer to a Spark the plug-in does not know. */
    enum OnIncompatible {
        WARN,
        FAIL;

        static Optional<OnIncompatible> parse(String text) {
            return switch (text) {
                case "warn" -> Optional.of(WARN);
                case "fail" -> Optional.of(FAIL);
                default -> Optional.empty();
            };
        }
    }
}
