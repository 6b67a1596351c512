// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * What a spiller saw when it reached its threshold or had just spilled. Garbage collection time that went into moving objects
 * to H2 is not in it.
 *
 * @param elements records in memory
 * @param bytes their size as the spiller knows it: estimated for objects, exact for pages
 * @param gcMillis garbage collection time since the spiller's last spill, or since it was made
 * @param spillMillis time the spill took, 0 before it
 * @param intervalMillis time since the spiller's last spill, or since it was made
 * @param taskGcMillis garbage collection time since the task began
 * @param taskMillis time since the task began
 * @param takenBytes what the spiller must have had at once if it never spilled: what it holds and what it has spilled; 0 for Spark's own map, which is left alone
 * @param priceMillis what a spill of these bytes takes as the last ones of its kind did, 0 after it; {@link Long#MAX_VALUE} for Spark's own map
 * @param expectedBytes what the spiller will have taken once its task has read all its shuffles hold, by the records it has read so far; 0 if not known
 * @param shareBytes what Spark's memory manager gives each task of the executor while as many run as do now: what is above it does not fit
 */
public record SpillSample(
        long elements, long bytes, long gcMillis, long spillMillis, long intervalMillis, long taskGcMillis, long taskMillis,
        long takenBytes, long priceMillis, long expectedBytes, long shareBytes) {}
