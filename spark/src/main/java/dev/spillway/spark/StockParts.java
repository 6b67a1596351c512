// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.BlockInfoManager;
import org.apache.spark.storage.memory.BlockEvictionHandler;

/** What Spark's own memory store is made of. */
record StockParts(
        SparkConf conf,
        BlockInfoManager infos,
        SerializerManager serializers,
        MemoryManager memory,
        BlockEvictionHandler handler) {}
