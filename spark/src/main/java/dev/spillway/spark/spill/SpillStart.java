// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * How spillers of a kind begin and go on.
 *
 * @param law how their thresholds follow the samples
 * @param initial where a stage begins that no task has reported on
 */
public record SpillStart(SpillLaw law, SpillThreshold initial) {}
