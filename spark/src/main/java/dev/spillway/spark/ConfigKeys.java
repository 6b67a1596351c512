// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.List;
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
            "With false, cached blocks stay in Spark's own store: for the whole application, or for the blocks computed by the"
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

    static final ConfigKey<Boolean> FOLLOW_LIMIT = new ConfigKey<>(
            PREFIX + "memoryBalancer.follow",
            "a boolean",
            "-",
            "true",
            "true or false",
            APPLICATION,
            "With -XX:+UseMemoryBalancer Spark's storage and execution memory shrink and grow with the first heap; with false, they"
                    + " stay at what -Xmx gives, so that tasks may fill a first heap that is smaller just now.",
            ConfigParsers::bool);

    static final ConfigKey<Boolean> LEAKY_BUFFER = new ConfigKey<>(
            PREFIX + "leakyBuffer.enabled",
            "a boolean",
            "-",
            "true",
            "true or false",
            APPLICATION,
            "With false, Spark groups and joins in its own maps, which hold every value as an object.",
            ConfigParsers::bool);

    static final ConfigKey<WireFormat> WIRE_FORMAT = new ConfigKey<>(
            PREFIX + "leakyBuffer.wireFormat",
            "a word",
            "-",
            "copy",
            "copy or prefix",
            APPLICATION,
            "How the reduce side finds a value's bytes: copy reads each value once more than stock and changes nothing on the map"
                    + " side; prefix lets the map side write the value's length before it. Strings, numbers and arrays of numbers need neither, nor do with"
                    + " prefix small tuples and objects of these, with collections as members: their bytes tell their end.",
            ConfigParsers.word(WireFormat.class));

    static final ConfigKey<StreamGroups> STREAM_GROUPS = new ConfigKey<>(
            PREFIX + "leakyBuffer.streamGroups",
            "a word",
            "-",
            "auto",
            "true, auto or false",
            APPLICATION,
            "Which groups are given as a collection that decodes their values from disk each time it is walked, instead of Spark's"
                    + " CompactBuffer, which has all of them on the heap: true those of more than a megabyte of serialized bytes; auto those"
                    + " whose objects take more than a thirty-second of a task's share of the heap (divided by the inputs of a join) and what Spark's memory manager"
                    + " grants besides, for what is above it; false none, so that a group that does not"
                    + " fit ends in OutOfMemoryError. The file is deleted when the collection is not referred to any more.",
            ConfigParsers.word(StreamGroups.class));

    static final ConfigKey<Boolean> REENCODES = new ConfigKey<>(
            PREFIX + "leakyBuffer.javaSerializer",
            "a boolean",
            "-",
            "true",
            "true or false",
            APPLICATION,
            "With true, values are kept as bytes also where Java's serializer wrote them, if keys and values are primitives, strings, or arrays and"
                    + " tuples of these: each is encoded again with Kryo as it arrives, but for subtractByKey; with false, Spark reads these shuffles its own way.",
            ConfigParsers::bool);

    static final ConfigKey<Double> REENCODE_SHARE = new ConfigKey<>(
            PREFIX + "leakyBuffer.javaSerializerShare",
            "a number",
            "shuffled bytes of a task, compressed, by Spark's memory of a task",
            "0.04",
            "0 to 100",
            APPLICATION,
            "A task that reads less than this of what Java's serializer wrote leaves it to Spark, for where so little is grouped garbage collection costs"
                    + " less than encoding again does; with 0, all is encoded again that leakyBuffer.javaSerializer allows, as it is of shuffles of so"
                    + " many partitions that Spark keeps average sizes only.",
            ConfigParsers.fraction(0.0, 100.0));

    static final ConfigKey<Boolean> EAGER_SPILL = new ConfigKey<>(
            PREFIX + "eagerSpill.enabled",
            "a boolean",
            "-",
            "true",
            "true or false",
            APPLICATION,
            "With true, sorts of RDDs and rows, shuffle writes and leaky groups spill as soon as garbage collection gets dear, but not hash"
                    + " aggregations of SQL, and Spark's own map of groups and aggregations only with law=paper, payback=0 or calmShare=0; with"
                    + " false, Spark decides, and spills when memory is not granted any more.",
            ConfigParsers::bool);

    static final ConfigKey<SpillRule> SPILL_LAW = new ConfigKey<>(
            PREFIX + "eagerSpill.law",
            "a word",
            "-",
            "default",
            "default or paper",
            APPLICATION,
            "How the spill threshold follows the cost of garbage collection: paper is Algorithm 1 of the e-spill paper, in records;"
                    + " default is in bytes and spills only if garbage collection costs something.",
            ConfigParsers.word(SpillRule.class));

    static final ConfigKey<Double> SPILL_INITIAL = new ConfigKey<>(
            PREFIX + "eagerSpill.initialFraction",
            "a number",
            "of the heap (-Xmx) divided by the tasks an executor runs at once",
            "0.1",
            "from 0.001 to 1.0",
            APPLICATION,
            "The threshold of the first spillers of a stage; lower values spill earlier until the stage has found its own.",
            ConfigParsers.fraction(0.001, 1.0));

    static final ConfigKey<Double> SPILL_RATIO = new ConfigKey<>(
            PREFIX + "eagerSpill.gcRatio",
            "a number",
            "garbage collection time per spill time",
            "0.1",
            "from 0.001 to 100.0",
            APPLICATION,
            "The threshold falls if garbage collection between two spills took more than this part of the spill's time; higher"
                    + " values spill less and collect more.",
            ConfigParsers.fraction(0.001, 100.0));

    static final ConfigKey<Double> SPILL_DECREASE = new ConfigKey<>(
            PREFIX + "eagerSpill.decrease",
            "a number",
            "-",
            "0.5",
            "from 0.1 to 1.0",
            APPLICATION,
            "What a threshold that falls is multiplied by.",
            ConfigParsers.fraction(0.1, 1.0));

    static final ConfigKey<Double> SPILL_INCREASE = new ConfigKey<>(
            PREFIX + "eagerSpill.increase",
            "a number",
            "-",
            "1.25",
            "from 1.01 to 10.0",
            APPLICATION,
            "What a threshold that rises is multiplied by.",
            ConfigParsers.fraction(1.01, 10.0));

    static final ConfigKey<Double> SPILL_CALM = new ConfigKey<>(
            PREFIX + "eagerSpill.calmShare",
            "a number",
            "of the time since the task began",
            "0.02",
            "from 0.0 to 1.0",
            APPLICATION,
            "While garbage collection takes less than this, the default law raises the threshold instead of spilling (but see pieces); with 0, each"
                    + " threshold makes a spill.",
            ConfigParsers.fraction(0.0, 1.0));

    static final ConfigKey<Double> SPILL_PAYBACK = new ConfigKey<>(
            PREFIX + "eagerSpill.payback",
            "a number",
            "garbage collection time per spill time",
            "2.0",
            "from 0.0 to 1000.0",
            APPLICATION,
            "Unless a task of the stage has had more data than it may hold, the default law spills leaky groups only when garbage"
                    + " collection since the last spill took this many times what the spill will take; higher values collect more and spill"
                    + " less where data fit into memory, 0 lets Spark's own map of groups and aggregations and sorts of pages whose data fit spill, too.",
            ConfigParsers.fraction(0.0, 1000.0));

    static final ConfigKey<Long> SPILL_FLOOR = new ConfigKey<>(
            PREFIX + "eagerSpill.minSize",
            "a size",
            "bytes",
            "4m",
            "from 64k to 1g",
            APPLICATION,
            "No threshold in bytes falls below this, nor, for sorters that take memory in pages, below two pages; smaller spills are not"
                    + " worth their files.",
            ConfigParsers.bytes(64L << 10, 1L << 30));

    static final ConfigKey<Double> SPILL_FLOOR_FRACTION = new ConfigKey<>(
            PREFIX + "eagerSpill.minFraction",
            "a number",
            "of the heap (-Xmx) divided by the tasks an executor runs at once",
            "0.025",
            "from 0.0 to 1.0",
            APPLICATION,
            "No threshold of the default law falls below this, or below the first threshold if that is less: collections are hardly due to"
                    + " what so little memory holds, so lower values spill more and gain nothing from it.",
            ConfigParsers.fraction(0.0, 1.0));

    static final ConfigKey<Integer> SPILL_FLOOR_RECORDS = new ConfigKey<>(
            PREFIX + "eagerSpill.minRecords",
            "a whole number",
            "records",
            "1024",
            "from 32 to 1000000000",
            APPLICATION,
            "No threshold in records, as the paper's law has them, falls below this, nor any that is below it already; Spark looks at sizes every 32 records.",
            ConfigParsers.integer(32, 1_000_000_000));

    static final ConfigKey<Double> SPILL_CEILING = new ConfigKey<>(
            PREFIX + "eagerSpill.maxFraction",
            "a number",
            "of the heap (-Xmx)",
            "1.0",
            "from 0.01 to 1.0; not below initialFraction",
            APPLICATION,
            "A threshold in bytes that would be above this is none: Spark then spills when memory is not granted; lower values stop raising"
                    + " thresholds earlier.",
            ConfigParsers.fraction(0.01, 1.0));

    static final ConfigKey<Integer> SPILL_PIECES = new ConfigKey<>(
            PREFIX + "eagerSpill.pieces",
            "a whole number",
            "spills of one task",
            "16",
            "from 0 to 1000",
            APPLICATION,
            "Sorts of objects whose data will not fit, by the records their task is to read, are spilled by the default law in about so many"
                    + " pieces from the beginning, whatever garbage collection takes, but none larger than the first threshold or smaller than minSize"
                    + " and minFraction; with 0, not before it takes calmShare.",
            ConfigParsers.integer(0, 1000));

    static final ConfigKey<Integer> MAX_SPILLS = new ConfigKey<>(
            PREFIX + "eagerSpill.maxSpills",
            "a whole number",
            "spills of one task",
            "50",
            "from 1 to 100000",
            APPLICATION,
            "After so many spills there is no threshold any more and Spark spills only when memory is not granted: bounds the"
                    + " number of files that are merged at the end. From half of them on thresholds grow, so that they last.",
            ConfigParsers.integer(1, 100_000));

    static final ConfigKey<OnIncompatible> ON_INCOMPATIBLE = new ConfigKey<>(
            PREFIX + "onIncompatible",
            "a word",
            "-",
            "warn",
            "warn or fail",
            APPLICATION,
            "What to do when this Spark is not built as the plug-in needs it, or the driver has loaded a class already that it was to change:"
                    + " warn lets Spark go its own way there, fail ends the application at its start.",
            ConfigParsers.word(OnIncompatible.class));

    static final List<ConfigKey<?>> ALL = List.of(
            ENABLED,
            STORAGE_LEVELS,
            EXCLUDED_NAMES,
            POOL_FRACTION,
            CHUNK_SIZE,
            PENDING_FRACTION,
            SERVE_FRACTION,
            FOLLOW_LIMIT,
            LEAKY_BUFFER,
            WIRE_FORMAT,
            STREAM_GROUPS,
            REENCODES,
            REENCODE_SHARE,
            EAGER_SPILL,
            SPILL_LAW,
            SPILL_INITIAL,
            SPILL_RATIO,
            SPILL_DECREASE,
            SPILL_INCREASE,
            SPILL_CALM,
            SPILL_PAYBACK,
            SPILL_FLOOR,
            SPILL_FLOOR_FRACTION,
            SPILL_FLOOR_RECORDS,
            SPILL_CEILING,
            SPILL_PIECES,
            MAX_SPILLS,
            ON_INCOMPATIBLE);

    private ConfigKeys() {}

    /** Answer to a Spark the plug-in does not know. */
    enum OnIncompatible {
        WARN,
        FAIL
    }

    /** How values are found in a shuffle's bytes. */
    enum WireFormat {
        COPY,
        PREFIX
    }

    /** Which groups are streamed: all large ones, those that do not fit, none. */
    enum StreamGroups {
        TRUE,
        AUTO,
        FALSE
    }

    /** Laws of eager spill. */
    enum SpillRule {
        DEFAULT,
        PAPER
    }
}
