// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD

/** Rounds of a phase that wants a large heap and one that wants page cache for cached points. Keys: those of [[Points]], `rounds`, `scans` (of each round), `level`. */
trait AlternatingJob extends Workload {

  /** Name of the phase that wants a large heap. */
  protected def hungry: String

  /** That phase of a round, which `salt` tells from others; what it found. */
  protected def run(sc: SparkContext, args: Arguments, salt: Long): Double

  /** One scan of all points; `weight` makes no two the same. */
  protected def scan(points: RDD[LabeledPoint], weight: Int): Double

  final def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val points = Points.dense(sc, args, binary = false)
    val count = phases.time("load")(points.count())
    phases.cacheIsFull()
    val sums = (1 to args.int("rounds", 2)).map { round =>
      val found = phases.time(hungry)(run(sc, args, round * 1000L))
      (found, phases.time("scan")((1 to args.int("scans", 10)).map(scan(points, _)).sum))
    }
    Seq("points" -> count.toDouble, hungry -> sums.map(_._1).sum, "scanned" -> sums.map(_._2).sum)
  }
}
