// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD

import java.util.SplittableRandom

/**
 * HiBench's TeraSort: records of a key of 10 and a value of 90 characters, sorted by key. Keys: `records`, `reducers`,
 * `partitions`, `seed`, `table` ([[LookupTable]]).
 */
object TeraSortJob extends Workload {
  val name = "terasort"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val records = RandomText.lines(sc, args).map { random =>
      (RandomText.word(random, 10), RandomText.word(random, 90))
    }
    phases.time("sort")(Sorted.digest(records.sortByKey(numPartitions = args.int("reducers", 4)), args.table))
  }
}

/** HiBench's Sort: short lines as keys, with a number each. Keys as those of [[TeraSortJob]]. */
object SortJob extends Workload {
  val name = "sort"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val lines = RandomText.lines(sc, args).map(random => (RandomText.word(random, 8 + random.nextInt(24)), 1))
    phases.time("sort")(Sorted.digest(lines.sortByKey(numPartitions = args.int("reducers", 4)), args.table))
  }
}

/** Random sources, one for each record, the same ones for the same keys. */
object RandomText {
  def lines(sc: SparkContext, args: Arguments): RDD[SplittableRandom] = {
    val seed = args.long("seed", 42L)
    sc.range(0L, args.long("records", 10000L), 1L, args.partitions)
      .map(id => new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L)))
  }

  def word(random: SplittableRandom, length: Int): String = {
    val letters = new Array[Char](length)
    for (i <- letters.indices) letters(i) = ('!' + random.nextInt(94)).toChar
    new String(letters)
  }
}

/** What a sorted RDD has, whatever its partitions: records, their hash with what a table says of each key, and neighbours in the wrong order. */
private object Sorted {
  private final case class Part(records: Long, hash: Long, wrong: Long, first: Option[String], last: Option[String])

  def digest(sorted: RDD[_ <: (String, Any)], table: Int = 0): Seq[(String, Double)] = {
    val parts = sorted.mapPartitions(pairs => Iterator(part(pairs, LookupTable.of(table)))).collect().filter(_.first.isDefined)
    val seams = parts.indices.drop(1).count(i => parts(i - 1).last.get > parts(i).first.get)
    Seq("records" -> parts.map(_.records).sum.toDouble, "hash" -> (parts.map(_.hash).sum & 0xFFFFFFFFFFFFL).toDouble,
      "wrong order" -> (parts.map(_.wrong).sum + seams).toDouble)
  }

  private def part(pairs: Iterator[(String, Any)], table: LookupTable): Part = pairs.foldLeft(Part(0, 0, 0, None, None)) {
    case (sum, (key, value)) =>
      Part(sum.records + 1, sum.hash + key.hashCode * 31L + value.hashCode + table.at(key), sum.wrong + sum.last.count(_ > key),
        sum.first.orElse(Some(key)), Some(key))
  }
}
