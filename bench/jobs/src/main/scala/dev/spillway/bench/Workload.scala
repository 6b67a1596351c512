// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext

/** A plain Spark job that can be measured: it knows nothing of Spillway. */
trait Workload {

  /** The name on the command line. */
  def name: String

  /**
   * Runs the job.
   *
   * @param phases times the parts of the job by name
   * @return the digest of the result: equal (counts) or nearly equal (floating sums) in every configuration
   */
  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)]
}
