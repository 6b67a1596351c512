// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The private parts of Spark that eager spill relies on. */
final class SpillStructure {
    private static final String SPARK = "org.apache.spark.";
    static final String SPILLABLE = SPARK + "util.collection.Spillable";
    static final String UNSAFE_SORTER = SPARK + "util.collection.unsafe.sort.UnsafeExternalSorter";
    static final String SHUFFLE_SORTER = SPARK + "shuffle.sort.ShuffleExternalSorter";
    static final String MAP_FUNCTIONS = SPARK + "util.collection.ExternalAppendOnlyMap$";
    private static final String HASH = "org$apache$spark$util$collection$ExternalAppendOnlyMap$$hash";
    static final String MAP_MERGER = SPARK + "util.collection.ExternalAppendOnlyMap$ExternalIterator";
    private static final String MERGE = "mergeIfKeyExists";
    private static final String CONSUMER = SPARK + "memory.MemoryConsumer";

    static final Rewriting SPILLABLE_HOOK = new Rewriting(
            Map.of("maybeSpill", SpillableAdvice.MaybeSpill.class, "logSpillage", SpillableAdvice.Begin.class, Rewriting.CONSTRUCTOR, SpillableAdvice.Construct.class),
            List.of("numElementsForceSpillThreshold", "maxSizeForceSpillThreshold"),
            SpillHooks.CONTROLLER, null);

    static final Rewriting HASH_HOOK = Rewriting.of(Map.of(HASH, NullKeyAdvice.class));

    // The map in memory compares by equals: a NaN that is one key there must not become several by a spill.
    static final Rewriting MERGE_HOOK = Rewriting.comparingByBridge(MERGE);

    static final Rewriting PAGES_HOOK = new Rewriting(
            Map.of("insertRecord", PageSorterAdvice.Insert.class, "spill", PageSorterAdvice.Spill.class,
                    Rewriting.CONSTRUCTOR, PageSorterAdvice.Construct.class),
            List.of("numElementsForSpillThreshold", "sizeInBytesForSpillThreshold"),
            SpillHooks.CONTROLLER, null);

    private static final List<Member> MEMBERS = List.of(
            Member.field(SPILLABLE, "int", "numElementsForceSpillThreshold"),
            Member.field(SPILLABLE, "long", "maxSizeForceSpillThreshold"),
            Member.field(SPILLABLE, "int", "_elementsRead"),
            Member.field(SPILLABLE, "long", "myMemoryThreshold"),
            Member.method(SPILLABLE, "boolean", "maybeSpill", "java.lang.Object", "long"),
            Member.method(SPILLABLE, "void", "logSpillage", "long", "int"),
            Member.method(MAP_FUNCTIONS, "int", HASH, "java.lang.Object"),
            Member.method(MAP_MERGER, "java.lang.Object", MERGE, "java.lang.Object", "java.lang.Object", MAP_MERGER + "$StreamBuffer"),
            Member.field(UNSAFE_SORTER, SPARK + "util.collection.unsafe.sort.PrefixComparator", "prefixComparator"),
            Member.field(SPARK + "util.collection.ExternalSorter", "scala.Option", "aggregator"),
            Member.method(SPARK + "executor.TaskMetrics", "void", "mergeShuffleReadMetrics"),
            Member.method(CONSUMER, "long", "getUsed"),
            Member.method(CONSUMER, SPARK + "memory.MemoryMode", "getMode"));

    private final ClassFiles files;

    SpillStructure(ClassLoader spark) {
        files = new ClassFiles(spark);
    }

    /** What does not fit, in words; empty for a Spark the hooks were built for. */
    List<String> misfits() {
        List<String> misfits = new ArrayList<>(files.missing(MEMBERS));
        for (String sorter : List.of(UNSAFE_SORTER, SHUFFLE_SORTER)) {
            String records = sorter.replace("ExternalSorter", "InMemorySorter");
            misfits.addAll(files.missing(List.of(
                    Member.field(sorter, records, "inMemSorter"),
                    Member.method(records, "int", "numRecords"),
                    Member.field(sorter, "int", "numElementsForSpillThreshold"),
                    Member.field(sorter, "long", "sizeInBytesForSpillThreshold"),
                    Member.method(sorter, "long", "spill", "long", CONSUMER))));
            if (!files.hasMethodLike(sorter, "insertRecord")) {
                misfits.add("method " + sorter + ".insertRecord is missing");
            }
        }
        return misfits;
    }
}
