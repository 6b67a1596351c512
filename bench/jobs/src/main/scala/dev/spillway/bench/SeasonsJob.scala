// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD

/**
 * Alternates sessions of a stream of events, whose open ones want a large heap, with distances to cached points, which want page cache: like [[PhasesJob]], but
 * with the maps and objects of a program. Keys: those of [[Points]], `rounds`, `records` (of each task), `sessions` (that a task has open), `scans` (of each
 * round), `level`.
 */
object SeasonsJob extends AlternatingJob {
  val name = "seasons"
  // With its header, its key and its place in the map some 600 bytes.
  private val SessionWords = 64
  // An event costs about a microsecond, as if it were parsed.
  private val Steps = 300

  protected val hungry = "sessions"

  /** Two tasks, each with its users. The sum of what closed sessions had counted. */
  protected def run(sc: SparkContext, args: Arguments, salt: Long): Double = {
    val (records, open) = (args.long("records", 100000L), args.int("sessions", 1000))
    val seed = args.long("seed", 42L) + salt
    sc.parallelize(0 until 2, 2).map(task => closed(records, open, seed + task).toDouble).sum()
  }

  // Half of the events open a session, which closes the one that was opened first; the others belong to one of the last opened.
  private def closed(records: Long, open: Int, seed: Long): Long = {
    val users = new java.util.LinkedHashMap[java.lang.Long, Array[Long]]
    var (sum, next, i) = (0L, 0L, 0L)
    while (i < records) {
      val random = worked(seed + i)
      if ((random & 1) == 0 || next == 0) {
        users.put(next, new Array[Long](SessionWords))
        next += 1
        if (users.size > open) {
          val eldest = users.entrySet.iterator
          sum += eldest.next().getValue.apply(0)
          eldest.remove()
        }
      } else {
        val session = users.get(next - 1 - java.lang.Math.floorMod(random >>> 1, math.min(open.toLong, next)))
        session(0) += 1
        session(1 + (i % (SessionWords - 1)).toInt) = random
      }
      i += 1
    }
    sum
  }

  // The finalizer of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
  private def mixed(value: Long): Long = {
    val first = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L
    val second = (first ^ (first >>> 27)) * 0x94D049BB133111EBL
    second ^ (second >>> 31)
  }

  private def worked(from: Long): Long = {
    var (value, i) = (from, 0)
    while (i < Steps) { value = mixed(value + i); i += 1 }
    value
  }

  /** The sum of the squared distances to a fixed point, weighted. */
  protected def scan(points: RDD[LabeledPoint], weight: Int): Double =
    points.mapPartitions { some =>
      val each = some.buffered
      val center = Vectors.dense(Array.tabulate(each.headOption.fold(0)(_.features.size))(i => (i % 7) / 7.0))
      each.map(point => Vectors.sqdist(point.features, center) * weight)
    }.fold(0.0)(_ + _)
}
