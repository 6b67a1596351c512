// SPDX-License-Identifier: Apache-2.0
/**
 * The leaky buffer: incoming records are held as bytes, and only their control information (such as the key of a pair) is
 * given to the program that organizes them. The contents become objects when they are asked for, so that a collector has
 * few objects to trace while a task gathers its input (Liu and Ng, "Leaky Buffer", section III).
 *
 * <p>{@link dev.spillway.leaky.LeakyBuffer} is the abstraction, {@link dev.spillway.leaky.LeakyGroups} its use for grouping
 * values by key. Nothing here is thread-safe.
 */
package dev.spillway.leaky;
