// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

/**
 * Times the named parts of a job and, when asked, measures how large its cached objects are.
 *
 * @param measureLive run a full GC at [[cacheIsFull]] and keep the bytes that survive it; costs time, so only sizing runs ask
 */
final class Phases(measureLive: Boolean) {
  private val seconds = scala.collection.mutable.LinkedHashMap.empty[String, Double]
  private var live = 0L

  /** Runs `body` and adds its wall time to the phase `name`. */
  def time[T](name: String)(body: => T): T = {
    val start = System.nanoTime()
    try body
    finally seconds(name) = seconds.getOrElse(name, 0.0) + (System.nanoTime() - start) / 1e9
  }

  /** A job calls this when it has cached everything it will cache. */
  def cacheIsFull(): Unit = if (measureLive) time("measure") {
    System.gc()
    live = math.max(live, Runtime.getRuntime.totalMemory() - Runtime.getRuntime.freeMemory())
  }

  /** Seconds by phase, in the order of their start. */
  def toSeq: Seq[(String, Double)] = seconds.toSeq

  /** Bytes alive in the heap when the cache was full, 0 if not measured. */
  def liveBytes: Long = live
}
