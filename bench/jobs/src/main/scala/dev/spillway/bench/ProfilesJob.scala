// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD

/**
 * Parses user profiles (case classes and HashMaps), caches them and scores them several times, each time with weights that
 * follow from the time before. Keys: `input` (directory of [[GenerateProfiles]]), `iterations`, `collections` (`scala`: as
 * Scala programs keep them; `compact`: arrays and Java maps, which Kryo packs tightly).
 */
object ProfilesJob extends Workload {
  val name = "profiles"
  private val kinds = 16

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val lines = sc.textFile(args.text("input"))
    val profiles = (args.text("collections", "scala") match {
      case "scala" => lines.map(Profile.parse(_): Scored)
      case "compact" => lines.map(Profile.parseCompact(_): Scored)
      case other => throw new IllegalArgumentException(s"collections: $other is neither scala nor compact")
    }).persist(args.level)
    val (count, objects) = phases.time("load") {
      profiles.map(profile => (1L, profile.objects)).reduce((a, b) => (a._1 + b._1, a._2 + b._2))
    }
    phases.cacheIsFull()
    var weights = Array.fill(kinds)(1.0)
    var devices = 0L
    phases.time("iterate") {
      for (_ <- 0 until args.int("iterations", 5)) {
        val (sums, busy) = pass(profiles, weights)
        weights = sums.map(_ / sums.sum * kinds)
        devices = busy
      }
    }
    Seq("profiles" -> count.toDouble, "objects" -> objects.toDouble, "busy_devices" -> devices.toDouble) ++
      weights.indices.map(kind => s"weight_$kind" -> weights(kind))
  }

  /** Weighted amount by kind, and the number of devices used for more than the weighted mean of their user. */
  private def pass(profiles: RDD[Scored], weights: Array[Double]): (Array[Double], Long) =
    profiles.aggregate((new Array[Double](kinds), 0L))(
      { case ((sums, busy), profile) =>
        var total = 0.0
        var count = 0
        profile.foreachEvent { event =>
          count += 1
          val amount = event.amount * weights(event.kind)
          sums(event.kind) += amount
          total += amount
        }
        val mean = total / count
        var above = 0L
        profile.foreachTotals(totals => if (totals.amount > mean) above += 1)
        (sums, busy + above)
      },
      { case ((left, a), (right, b)) => (left.indices.map(i => left(i) + right(i)).toArray, a + b) })
}
