// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

/**
 * One look at a running thread.
 *
 * @param time when
 * @param weight processor time of the thread since the last one, in nanoseconds
 * @param mode what the thread ran
 */
public record Sample(long time, long weight, Mode mode) {}
