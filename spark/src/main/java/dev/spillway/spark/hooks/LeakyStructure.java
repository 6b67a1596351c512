// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.List;

/** The private parts of Spark that grouping with values as bytes relies on. */
final class LeakyStructure {
    private static final String SPARK = "org.apache.spark.";
    private static final String ITERATOR = "scala.collection.Iterator";

    /** The classes that are rewritten. */
    static final List<String> HOOKED =
            List.of(SPARK + "rdd.ShuffledRDD", SPARK + "rdd.CoGroupedRDD", SPARK + "rdd.SubtractedRDD");

    private static final String DEPENDENCY = SPARK + "ShuffleDependency";
    private static final String SERIALIZER = SPARK + "serializer.Serializer";
    private static final String KRYO = SPARK + "serializer.KryoSerializer";
    private static final String KRYO_INSTANCE = SPARK + "serializer.KryoSerializerInstance";
    private static final String MANAGER = SPARK + "shuffle.ShuffleManager";
    private static final String METRICS = SPARK + "executor.TaskMetrics";
    private static final String CONTEXT = SPARK + "TaskContext";
    private static final String ENV = SPARK + "SparkEnv";
    private static final String MEMORY = SPARK + "memory.";
    private static final String CONSUMER = MEMORY + "MemoryConsumer";
    private static final String BUFFER = SPARK + "util.collection.CompactBuffer";
    private static final String BLOCK_ID = SPARK + "storage.BlockId";
    private static final String FUNCTION = "scala.Function1";

    private static final List<Member> MEMBERS = List.of(
            Member.field(DEPENDENCY, SERIALIZER, "serializer"),
            Member.field(DEPENDENCY, "scala.Option", "aggregator"),
            Member.method(DEPENDENCY, SERIALIZER, "serializer"),
            Member.method(DEPENDENCY, "scala.Option", "aggregator"),
            Member.method(DEPENDENCY, "scala.Option", "keyOrdering"),
            Member.method(DEPENDENCY, "boolean", "mapSideCombine"),
            Member.method(DEPENDENCY, "int", "shuffleId"),
            Member.method(DEPENDENCY, SPARK + "shuffle.ShuffleHandle", "shuffleHandle"),
            Member.method(SPARK + "Aggregator", FUNCTION, "createCombiner"),
            Member.method(SPARK + "Aggregator", "scala.Function2", "mergeValue"),
            Member.method(SPARK + "Aggregator", "scala.Function2", "mergeCombiners"),
            Member.constructor(SPARK + "shuffle.BaseShuffleHandle", "int", DEPENDENCY),
            Member.method(MANAGER, SPARK + "shuffle.ShuffleReader", "getReader", SPARK + "shuffle.ShuffleHandle", "int", "int",
                    CONTEXT, SPARK + "shuffle.ShuffleReadMetricsReporter"),
            Member.method(SPARK + "shuffle.ShuffleReader", ITERATOR, "read"),
            Member.constructor(BUFFER, "scala.reflect.ClassTag"),
            Member.method(KRYO, "com.esotericsoftware.kryo.io.Output", "newKryoOutput"),
            Member.method(KRYO_INSTANCE, "com.esotericsoftware.kryo.Kryo", "borrowKryo"),
            Member.method(KRYO_INSTANCE, "void", "releaseKryo", "com.esotericsoftware.kryo.Kryo"),
            Member.method(METRICS, SPARK + "executor.TempShuffleReadMetrics", "createTempShuffleReadMetrics"),
            Member.method(METRICS, "void", "incMemoryBytesSpilled", "long"),
            Member.method(METRICS, "void", "incDiskBytesSpilled", "long"),
            Member.method(METRICS, "void", "incPeakExecutionMemory", "long"),
            Member.method(CONTEXT, METRICS, "taskMetrics"),
            Member.method(CONTEXT, MEMORY + "TaskMemoryManager", "taskMemoryManager"),
            Member.method(CONTEXT, "void", "killTaskIfInterrupted"),
            Member.method(CONTEXT, CONTEXT, "addTaskCompletionListener", SPARK + "util.TaskCompletionListener"),
            Member.constructor(CONSUMER, MEMORY + "TaskMemoryManager", MEMORY + "MemoryMode"),
            Member.constructor(CONSUMER, MEMORY + "TaskMemoryManager", "long", MEMORY + "MemoryMode"),
            Member.method(MEMORY + "TaskMemoryManager", "long", "pageSizeBytes"),
            Member.method(SPARK + "util.KnownSizeEstimation", "long", "estimatedSize"),
            Member.method(CONSUMER, "long", "acquireMemory", "long"),
            Member.method(CONSUMER, "void", "freeMemory", "long"),
            Member.method(CONSUMER, "long", "getUsed"),
            Member.method(CONSUMER, "long", "spill", "long", CONSUMER),
            Member.method(ENV, SPARK + "SparkConf", "conf"),
            Member.method(ENV, SPARK + "MapOutputTracker", "mapOutputTracker"),
            Member.method(ENV, MEMORY + "MemoryManager", "memoryManager"),
            Member.method(MEMORY + "MemoryManager", "long", "maxOnHeapStorageMemory"),
            Member.method(DEPENDENCY, "java.lang.String", "keyClassName"),
            Member.method(DEPENDENCY, "java.lang.String", "valueClassName"),
            Member.method(DEPENDENCY, SPARK + "Partitioner", "partitioner"),
            Member.method(SPARK + "MapOutputTracker", ITERATOR, "getMapSizesByExecutorId", "int", "int"),
            Member.method(ENV, SPARK + "storage.BlockManager", "blockManager"),
            Member.method(ENV, SPARK + "serializer.SerializerManager", "serializerManager"),
            Member.method(SPARK + "storage.BlockManager", SPARK + "storage.DiskBlockManager", "diskBlockManager"),
            Member.method(SPARK + "util.SizeEstimator", "long", "estimate", "java.lang.Object"),
            Member.constructor(SPARK + "InterruptibleIterator", CONTEXT, ITERATOR),
            Member.method(BUFFER, BUFFER, "$plus$eq", "java.lang.Object"),
            Member.method(SPARK + "rdd.RDD", "scala.collection.immutable.Seq", "dependencies"),
            Member.method(SPARK + "storage.DiskBlockManager", "scala.Tuple2", "createTempLocalBlock"),
            Member.method(SPARK + "serializer.SerializerManager", "java.io.InputStream", "wrapStream", BLOCK_ID,
                    "java.io.InputStream"),
            Member.method(SPARK + "serializer.SerializerManager", "java.io.OutputStream", "wrapStream", BLOCK_ID,
                    "java.io.OutputStream"));

    private final ClassFiles files;

    LeakyStructure(ClassLoader spark) {
        files = new ClassFiles(spark);
    }

    /** What does not fit, in words; empty for a Spark the hooks were built for. */
    List<String> misfits() {
        List<String> misfits = files.missing(MEMBERS);
        for (String hooked : HOOKED) {
            misfits.addAll(files.missing(List.of(
                    Member.method(hooked, ITERATOR, "compute", SPARK + "Partition", SPARK + "TaskContext"),
                    Member.method(hooked, "scala.collection.immutable.Seq", "getDependencies"))));
        }
        if (!files.hasMethodLike(SPARK + "rdd.PairRDDFunctions", "$anonfun$groupByKey$")) {
            misfits.add("the functions of groupByKey are not where they were");
        }
        return misfits;
    }
}
