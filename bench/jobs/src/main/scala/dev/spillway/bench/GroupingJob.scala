// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD

import scala.reflect.ClassTag

/** What a visitor searched for, of which class Kryo writes one field after the other. */
final case class Search(word: String, duration: Int, revenue: Double)

/**
 * groupByKey over two columns of the visits, the scenarios of the leaky-buffer paper's Figures 7 to 11. Keys: `scenario`
 * (ip-countrycode, ip-keyword, day-countrycode, day-keyword, month-keyword; ip-search, not among the paper's, has objects for
 * values), `reducers`, those of [[UserVisits]].
 */
object GroupingJob extends Workload {
  val name = "grouping"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val visits = UserVisits.visits(sc, args)
    val reducers = args.int("reducers", 8)
    phases.time("group")(Sums.of(args.text("scenario") match {
      case "ip-countrycode" => group(visits.map(v => (v.sourceIP, v.countryCode)), reducers)
      case "ip-keyword" => group(visits.map(v => (v.sourceIP, v.searchWord)), reducers)
      case "day-countrycode" => group(visits.map(v => (v.visitDate, v.countryCode)), reducers)
      case "day-keyword" => group(visits.map(v => (v.visitDate, v.searchWord)), reducers)
      case "month-keyword" => group(visits.map(v => (v.visitDate.substring(0, 7), v.searchWord)), reducers)
      case "ip-search" => group(visits.map(v => (v.sourceIP, Search(v.searchWord, v.duration, v.adRevenue))), reducers)
      case other => throw new IllegalArgumentException(s"--scenario: unknown: $other")
    }))
  }

  private def group[V: ClassTag](pairs: RDD[(String, V)], reducers: Int): RDD[Sums] =
    pairs.groupByKey(reducers).map { case (key, values) =>
      Sums(1L, values.size.toLong, key.hashCode * 31L + values.iterator.map(_.hashCode.toLong).sum)
    }
}

/**
 * Joins the pages with two columns of the visits by the page's address, Figures 12 to 14. Keys: `scenario` (rank-revenue,
 * rank-countrycode, rank-duration), `reducers`, those of [[UserVisits]].
 */
object JoiningJob extends Workload {
  val name = "joining"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val visits = UserVisits.visits(sc, args)
    val ranks = UserVisits.rankings(sc, args).map(r => (r.pageURL, r.pageRank))
    val facts: RDD[(String, Any)] = args.text("scenario") match {
      case "rank-revenue" => visits.map(v => (v.destURL, v.adRevenue))
      case "rank-countrycode" => visits.map(v => (v.destURL, v.countryCode))
      case "rank-duration" => visits.map(v => (v.destURL, v.duration))
      case other => throw new IllegalArgumentException(s"--scenario: unknown: $other")
    }
    phases.time("join")(Sums.of(ranks.join(facts, args.int("reducers", 8)).map { case (key, (rank, fact)) =>
      Sums(1L, rank.toLong, key.hashCode * 31L + fact.hashCode)
    }))
  }
}

/**
 * The artificial pairs of the paper, and the cases where a stock task dies: keys of equal frequency, values of one length.
 * Keys: `pairs`, `keys`, `bytes` (of a value), `reducers`, `partitions`.
 */
object PairsJob extends Workload {
  val name = "pairs"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val keys = args.long("keys", 1000L)
    val filling = "x" * math.max(0, args.int("bytes", 10) - 8)
    val pairs = sc.range(0L, args.long("pairs", 10000L), 1L, args.partitions)
      .map(id => ((id * 0x9E3779B97F4A7C15L >>> 20) % keys, filling + (id & 0xFFFFFFL)))
    phases.time("group")(Sums.of(pairs.groupByKey(args.int("reducers", 8)).map { case (key, values) =>
      val (count, hash) = values.iterator.foldLeft((0L, 0L)) { case ((n, h), v) => (n + 1, h + v.hashCode) }
      Sums(1L, count, key * 31L + hash)
    }))
  }
}

/**
 * A join of artificial pairs: each key of the right side has one pair there, and an equal number on the left. Keys: `left`, `right`
 * (pairs), `bytes` (of a value), `reducers`, `partitions`.
 */
object PairsJoinJob extends Workload {
  val name = "pairs-join"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val keys = args.long("right", 1000L)
    val filling = "x" * math.max(0, args.int("bytes", 10) - 8)
    def side(pairs: Long) = sc.range(0L, pairs, 1L, args.partitions).map(id => (id % keys, filling + (id & 0xFFFFFFL)))
    phases.time("join")(Sums.of(side(args.long("left", 3000L)).join(side(keys), args.int("reducers", 8)).map { case (key, (a, b)) =>
      Sums(1L, 1L, key * 31L + a.hashCode + b.hashCode)
    }))
  }
}

/** What does not depend on the order of groups and values. */
final case class Sums(groups: Long, values: Long, hash: Long)

object Sums {
  def of(all: RDD[Sums]): Seq[(String, Double)] = {
    val total = all.aggregate(Sums(0L, 0L, 0L))(add, add)
    // Only so many bits of a long survive in a double.
    Seq("groups" -> total.groups.toDouble, "values" -> total.values.toDouble, "hash" -> (total.hash & 0xFFFFFFFFFFFFL).toDouble)
  }

  private def add(a: Sums, b: Sums): Sums = Sums(a.groups + b.groups, a.values + b.values, a.hash + b.hash)
}
