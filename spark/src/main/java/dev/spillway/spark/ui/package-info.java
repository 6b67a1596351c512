// SPDX-License-Identifier: Apache-2.0
/**
 * What the plug-in shows: a tab in Spark's UI and in its History Server, and the events of the event log behind it.
 *
 * <p>Data flow: a task gathers what its hooks did in a {@link dev.spillway.spark.ui.TaskReport} and sends it at its end; the
 * driver sums the reports by stage in {@link dev.spillway.spark.ui.StageReports}, which posts them as events;
 * {@link dev.spillway.spark.ui.SpillwayListener} puts them together with Spark's own task metrics as rows into the store of
 * Spark's UI, live or while the History Server replays a log; the page reads the rows.
 */
package dev.spillway.spark.ui;
