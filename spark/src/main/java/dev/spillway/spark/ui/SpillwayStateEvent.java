// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * What became of a mechanism of the plug-in on an executor that has started.
 *
 * @param mechanism as in keys and metrics: secondHeap, leakyBuffer, eagerSpill
 * @param kind ON, OFF (not wanted or not possible on this JVM) or REFUSED (wanted, but this Spark does not fit)
 * @param executor id of the executor, "driver" in local mode
 * @param detail sizes if it is on, the reason otherwise
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SpillwayStateEvent(String mechanism, String kind, String executor, String detail) implements SparkListenerEvent {}
