// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD

/**
 * Alternates phases that want a large heap (sorts of fresh records, most of them garbage soon) with phases that want page cache (scans of
 * cached points). Keys: those of [[Points]] and [[RandomText]], `rounds`, `sorts` and `scans` (of each round), `reducers`, `level`.
 */
object PhasesJob extends Workload {
  val name = "phases"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val points = Points.dense(sc, args, binary = false)
    val count = phases.time("load")(points.count())
    phases.cacheIsFull()
    val sums = (1 to args.int("rounds", 2)).map { round =>
      val records = phases.time("sort")((1 to args.int("sorts", 3)).map(i => sort(sc, args, round * 1000L + i)).sum)
      (records, phases.time("scan")((1 to args.int("scans", 10)).map(scan(points, _)).sum))
    }
    Seq("points" -> count.toDouble, "records" -> sums.map(_._1).sum.toDouble, "scanned" -> sums.map(_._2).sum)
  }

  /** Records in order, each sort of others: what one leaves behind is of no use to the next. */
  private def sort(sc: SparkContext, args: Arguments, salt: Long): Long = {
    val own = Arguments(args.values.updated("seed", (args.long("seed", 42L) + salt).toString))
    val records = RandomText.lines(sc, own).map(random => (RandomText.word(random, 10), RandomText.word(random, 90)))
    Sorted.digest(records.sortByKey(numPartitions = args.int("reducers", 2))).collectFirst { case ("records", n) => n.toLong }.get
  }

  /** The sum of every point's values, weighted so that no two scans are the same. */
  private def scan(points: RDD[LabeledPoint], weight: Int): Double =
    points.map(point => point.features.toArray.sum * weight).fold(0.0)(_ + _)
}
