// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import java.util.concurrent.ConcurrentHashMap

/**
 * A table that a job's own functions look things up in: many small objects that live as long as the JVM, in the part of the heap that
 * `spark.memory.fraction` leaves to user code.
 *
 * @param megabytes what it takes of the heap; with 0 there is none, and everything that is looked up is 0
 */
final class LookupTable private (megabytes: Int) {
  require(megabytes >= 0, s"--table: not a number of megabytes: $megabytes")

  private val entries = Array.tabulate((megabytes.toLong * (1 << 20) / LookupTable.BytesOnHeap).toInt) { i =>
    val entry = new Array[Byte](LookupTable.Bytes)
    entry(0) = (i * 0x9E3779B1 >>> 25).toByte
    entry
  }

  /** What the entries take of the heap, to the next whole number of MB. */
  def heldMegabytes: Long = math.round(entries.length * LookupTable.BytesOnHeap.toDouble / (1 << 20))

  /** What the table has for a key: a number from 0 to 127, the same one in every JVM for keys whose hash code is. */
  def at(key: Any): Int = if (entries.isEmpty) 0 else entries(Math.floorMod(key.hashCode, entries.length))(0).toInt
}

object LookupTable {
  private val Bytes = 48
  // With the header of the array and the reference to it, of four bytes in heaps below 32 GB.
  private val BytesOnHeap = Bytes + 16 + 4
  // One for all tasks of a JVM, as a job would keep it in a singleton.
  private val tables = new ConcurrentHashMap[Int, LookupTable]

  /** The table of this JVM, made by who asks first. */
  def of(megabytes: Int): LookupTable = tables.computeIfAbsent(megabytes, size => new LookupTable(size))
}
