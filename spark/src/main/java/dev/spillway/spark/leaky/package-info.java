// SPDX-License-Identifier: Apache-2.0
/**
 * The leaky buffer in Spark: grouping and joining with values kept as bytes.
 *
 * <p>Data flow of a reduce task: {@link dev.spillway.spark.leaky.RawSerializer} makes Spark's own shuffle reader give keys
 * as objects and values as {@link dev.spillway.spark.leaky.RawValue}; {@link dev.spillway.spark.leaky.LeakyMap} groups
 * them, spilling runs in hash order when Spark grants no memory; {@link dev.spillway.spark.leaky.RunMerger} gives group
 * after group, whose values are decoded when the key is emitted.
 */
package dev.spillway.spark.leaky;
