// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import java.util.{HashMap => JavaHashMap}

/** One thing a user did. */
final case class Event(time: Long, kind: Int, device: Int, amount: Double)

/** What a user did with one device. */
final case class Totals(count: Int, amount: Double) {
  def +(other: Totals): Totals = Totals(count + other.count, amount + other.amount)
}

/** What the job needs of a user, however the user is kept. */
sealed trait Scored extends Serializable {
  def foreachEvent(use: Event => Unit): Unit
  def foreachTotals(use: Totals => Unit): Unit

  /** Java objects this user consists of, at least. */
  def objects: Long
}

/** A user as Scala programs keep one: the events in their order, and the totals by device. */
final case class Profile(id: Long, country: String, events: List[Event], byDevice: Map[Int, Totals]) extends Scored {
  def foreachEvent(use: Event => Unit): Unit = events.foreach(use)
  def foreachTotals(use: Totals => Unit): Unit = byDevice.valuesIterator.foreach(use)

  // Itself, country (2), list cells and events; the map with one node and its two arrays; key and totals by entry.
  def objects: Long = 1 + 2 + 2L * events.length + 4 + 2L * byDevice.size
}

/** The same in a form that Kryo packs tightly: an array and a Java map. */
final case class CompactProfile(id: Long, country: String, events: Array[Event], byDevice: JavaHashMap[Integer, Totals])
    extends Scored {
  def foreachEvent(use: Event => Unit): Unit = events.foreach(use)
  def foreachTotals(use: Totals => Unit): Unit = byDevice.values.forEach(totals => use(totals))

  // Itself, country (2), array, events, map, table, three per map entry.
  def objects: Long = 1 + 2 + 1 + events.length + 2 + 3L * byDevice.size
}

/** The text form of a profile: `id TAB country TAB time,kind,device,amount;...`. */
object Profile {

  def parse(line: String): Profile = {
    val (id, country, events) = read(line)
    val byDevice = events.groupMapReduce(_.device)(event => Totals(1, event.amount))(_ + _)
    Profile(id, country, events.toList, byDevice)
  }

  def parseCompact(line: String): CompactProfile = {
    val (id, country, events) = read(line)
    val byDevice = new JavaHashMap[Integer, Totals]
    events.foreach(event => byDevice.merge(event.device, Totals(1, event.amount), _ + _))
    CompactProfile(id, country, events, byDevice)
  }

  private def read(line: String): (Long, String, Array[Event]) = {
    val fields = split(line, '\t', 3)
    val events = fields(2).split(';').map { text =>
      val event = split(text, ',', 4)
      Event(event(0).toLong, event(1).toInt, event(2).toInt, event(3).toDouble)
    }
    (fields(0).toLong, fields(1), events)
  }

  private def split(text: String, separator: Char, expected: Int): Array[String] = {
    val fields = text.split(separator)
    if (fields.length != expected) throw new IllegalArgumentException(s"expected $expected fields: $text")
    fields
  }
}
