// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD

/**
 * Alternates aggregations, whose maps of counts want a large heap, with distances to cached points, which want page cache: like [[PhasesJob]], but
 * of what Spark itself does in a pipeline. Keys: those of [[Points]], `rounds`, `records` and `keys` (of each aggregation), `scans` (of each round), `level`.
 */
object SeasonsJob extends Workload {
  val name = "seasons"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val points = Points.dense(sc, args, binary = false)
    val count = phases.time("load")(points.count())
    phases.cacheIsFull()
    val center = Array.tabulate(args.int("features", 100))(i => (i % 7) / 7.0)
    val sums = (1 to args.int("rounds", 2)).map { round =>
      val squares = phases.time("aggregate")(aggregate(sc, args, round * 1000L))
      (squares, phases.time("scan")((1 to args.int("scans", 10)).map(scan => distances(points, center, scan)).sum))
    }
    Seq("points" -> count.toDouble, "squares" -> sums.map(_._1).sum, "distances" -> sums.map(_._2).sum)
  }

  /** The sum of the squares of how often each key comes: exact, whatever the order. */
  private def aggregate(sc: SparkContext, args: Arguments, salt: Long): Double = {
    val (records, keys) = (args.long("records", 100000L), args.long("keys", 10000L))
    val seed = args.long("seed", 42L) + salt
    sc.range(0L, records, 1L, args.partitions)
      .map(id => (java.lang.Math.floorMod(mixed(id + seed), keys), 1L))
      .reduceByKey(_ + _)
      .map { case (_, times) => times * times }
      .fold(0L)(_ + _)
      .toDouble
  }

  // The finalizer of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
  private def mixed(value: Long): Long = {
    val first = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L
    val second = (first ^ (first >>> 27)) * 0x94D049BB133111EBL
    second ^ (second >>> 31)
  }

  private def distances(points: RDD[LabeledPoint], center: Array[Double], weight: Int): Double =
    points.map(point => Vectors.sqdist(point.features, Vectors.dense(center)) * weight).fold(0.0)(_ + _)
}
