// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.Set;
import org.apache.spark.SparkConf;

/** What the leaky buffer does in an application, in words: with Spark's default serializer that is not much, with another's nothing. */
final class LeakyDetail {
    private static final String JAVA = "org.apache.spark.serializer.JavaSerializer";
    private static final String KRYO = "org.apache.spark.serializer.KryoSerializer";
    private static final Set<String> SPARKS_MANAGER = Set.of("sort", "tungsten-sort", "org.apache.spark.shuffle.sort.SortShuffleManager");

    private LeakyDetail() {}

    /**
     * For the banner.
     *
     * @param conf of the application
     * @param streamGroups how groups are given
     * @param reencodes whether what Java's serializer wrote is encoded again
     * @param sparesLittle whether tasks that read little are not to
     */
    static String of(SparkConf conf, ConfigKeys.StreamGroups streamGroups, boolean reencodes, boolean sparesLittle) {
        return "groups and joins of RDDs whose shuffles Kryo writes"
                + (streamGroups == ConfigKeys.StreamGroups.TRUE ? ", large groups streamed from disk" : "")
                + ofSerializer(conf.get("spark.serializer", JAVA), reencodes, sparesLittle)
                + ofManager(conf.get("spark.shuffle.manager", "sort"));
    }

    private static String ofSerializer(String serializer, boolean reencodes, boolean sparesLittle) {
        return switch (serializer) {
            case KRYO -> "";
            case JAVA -> "; spark.serializer is Java's: only of " + (reencodes
                    ? "primitives, strings, and arrays and tuples of these, not by subtractByKey" + (sparesLittle ? ", nor by tasks that read little" : "")
                    : "primitives, strings and arrays of primitives, by groupByKey and groupBy");
            default -> "; spark.serializer is " + serializer + ": none but those that ask for Spark's Kryo themselves";
        };
    }

    // A remote shuffle service reads its own data.
    private static String ofManager(String manager) {
        return SPARKS_MANAGER.contains(manager) ? "" : "; spark.shuffle.manager is " + manager + ": none whose data it reads itself";
    }
}
