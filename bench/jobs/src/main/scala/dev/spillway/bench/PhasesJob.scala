// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD

/**
 * Alternates phases that want a large heap (windows over a stream of records: much is live, all of it is replaced when it is old) with phases that
 * want page cache (scans of cached points). Keys: those of [[Points]], `rounds`, `records` (of each task of a window), `window` (records that
 * a task holds), `windows` (tasks), `scans` (of each round), `level`.
 */
object PhasesJob extends AlternatingJob {
  val name = "phases"
  // A kilobyte with its header; so many steps of a generator take some microseconds.
  private val RecordBytes = 1008
  private val Steps = 4000

  protected val hungry = "window"

  /** Each task makes records, keeps the last ones, and looks at one of these for each new one. The sum of what it saw. */
  protected def run(sc: SparkContext, args: Arguments, salt: Long): Double = {
    val (records, size, tasks) = (args.int("records", 100000), args.int("window", 10000), args.int("windows", 2))
    val seed = args.long("seed", 42L) + salt
    sc.parallelize(0 until tasks, tasks).map(task => stream(records, size, seed + task).toDouble).sum()
  }

  // Loops without closures: whether the compiler inlines those differs from run to run, by a factor of ten in time.
  private def stream(records: Int, size: Int, seed: Long): Long = {
    val kept = new Array[Array[Byte]](size)
    var (state, sum, i) = (seed, 0L, 0)
    while (i < records) {
      state = advance(state)
      val record = new Array[Byte](RecordBytes)
      record(i % RecordBytes) = (state >> 56).toByte
      kept(i % size) = record
      val seen = kept(((state >>> 33) % math.min(size, i + 1)).toInt)
      sum += seen((state >>> 20 & 1023).toInt % RecordBytes) + i % 3
      i += 1
    }
    sum
  }

  private def advance(from: Long): Long = {
    var (state, i) = (from, 0)
    while (i < Steps) { state = state * 6364136223846793005L + 1442695040888963407L; i += 1 }
    state
  }

  /** The sum of every point's values, weighted so that no two scans are the same. */
  protected def scan(points: RDD[LabeledPoint], weight: Int): Double =
    points.map(point => sum(point.features.toArray) * weight).fold(0.0)(_ + _)

  // Without boxes, so that reading takes most of the time of a scan that has to.
  private def sum(values: Array[Double]): Double = {
    var (total, i) = (0.0, 0)
    while (i < values.length) { total += values(i); i += 1 }
    total
  }
}
