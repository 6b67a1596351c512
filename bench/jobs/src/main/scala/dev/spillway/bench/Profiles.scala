// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import java.util.{HashMap => JavaHashMap}

/** One thing a user did. */
final case class Event(time: Long, kind: Int, device: Int, amount: Double)

/** What a user did with one device. */
final case class Totals(count: Int, amount: Double)

/** A user: the events in their order, and the totals by device. */
final case class Profile(id: Long, country: String, events: Array[Event], byDevice: JavaHashMap[Integer, Totals]) {

  /** Java objects this profile consists of: itself, country (2), array, events, map, table, three per map entry. */
  def objects: Long = 1 + 2 + 1 + events.length + 2 + 3L * byDevice.size
}

/** The text form of a profile: `id TAB country TAB time,kind,device,amount;...`. */
object Profile {

  def parse(line: String): Profile = {
    val fields = split(line, '\t', 3)
    val events = fields(2).split(';').map { text =>
      val event = split(text, ',', 4)
      Event(event(0).toLong, event(1).toInt, event(2).toInt, event(3).toDouble)
    }
    val byDevice = new JavaHashMap[Integer, Totals]
    events.foreach { event =>
      byDevice.merge(event.device, Totals(1, event.amount), (a, b) => Totals(a.count + b.count, a.amount + b.amount))
    }
    Profile(fields(0).toLong, fields(1), events, byDevice)
  }

  private def split(text: String, separator: Char, expected: Int): Array[String] = {
    val fields = text.split(separator)
    if (fields.length != expected) throw new IllegalArgumentException(s"expected $expected fields: $text")
    fields
  }
}
