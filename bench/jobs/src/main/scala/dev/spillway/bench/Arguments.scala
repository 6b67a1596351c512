// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.storage.StorageLevel

/** The `--key value` pairs after the name of a job. */
final case class Arguments(values: Map[String, String]) {

  /** Text value of a key; fails with the name of the key when it was not given. */
  def text(key: String): String = values.getOrElse(key, throw new IllegalArgumentException(s"--$key is missing"))

  def text(key: String, default: String): String = values.getOrElse(key, default)

  def int(key: String, default: Int): Int = number(key, default.toString, _.toInt)

  def long(key: String, default: Long): Long = number(key, default.toString, _.toLong)

  def double(key: String, default: Double): Double = number(key, default.toString, _.toDouble)

  /** Storage level by its Spark name, MEMORY_ONLY unless told. */
  def level: StorageLevel = StorageLevel.fromString(values.getOrElse("level", "MEMORY_ONLY"))

  /** MB of the table that the functions of some jobs look things up in ([[LookupTable]]), none unless told. */
  def table: Int = int("table", 0)

  /** Number of partitions of what a job caches. */
  def partitions: Int = int("partitions", 16)

  private def number[T](key: String, default: String, parse: String => T): T = {
    val word = values.getOrElse(key, default)
    try parse(word)
    catch { case e: NumberFormatException => throw new IllegalArgumentException(s"--$key: not a number: $word", e) }
  }
}

object Arguments {

  /** Reads `--key value --key value ...`; a key without a value is an error that names it. */
  def parse(words: Seq[String]): Arguments = Arguments(words.grouped(2).map {
    case Seq(key, value) if key.startsWith("--") => key.drop(2) -> value
    case other => throw new IllegalArgumentException(s"expected --key value, got: ${other.mkString(" ")}")
  }.toMap)
}
