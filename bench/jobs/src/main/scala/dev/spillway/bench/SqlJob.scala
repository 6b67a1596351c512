// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.sql.{DataFrame, SparkSession}

/**
 * SQL that shuffles: an aggregation over many keys, a sort-merge join, a window and a sort, each a phase of its own. Keys: `rows`,
 * `iterations` (of each, after one that is not timed), `reducers`, `partitions`.
 */
object SqlJob extends Workload {
  val name = "sql"

  private val queries = Seq(
    "aggregate" -> "select count(*) as n, sum(total + most) as sum from (select k, sum(v) as total, max(v) as most from facts group by k)",
    "join" -> "select count(*) as n, sum(v * w) as sum from facts join names on facts.k = names.k",
    "window" -> "select count(*) as n, sum(place * v) as sum from (select v, row_number() over (partition by k order by v, id) as place from facts)",
    "sort" -> "select count(*) as n, sum(step) as sum from (select v - lag(v, 1, 0) over (order by v, id) as step from facts where id % 8 = 0)")

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    // Without these a join of this size is a broadcast, and partitions are merged as Spark likes.
    val spark = SparkSession.builder().config("spark.sql.autoBroadcastJoinThreshold", "-1").config("spark.sql.adaptive.enabled", "false")
      .config("spark.sql.shuffle.partitions", args.int("reducers", 8).toLong).getOrCreate()
    val rows = args.long("rows", 10000L)
    val keys = math.max(1L, rows / 10)
    table(spark, rows, args.partitions, s"id, (id * 7919) % $keys as k, (id * 104729) % 1000003 as v", "facts")
    table(spark, keys, args.partitions, "id as k, id % 97 as w", "names")
    queries.flatMap { case (query, text) =>
      val answers = (0 to args.int("iterations", 3)).map(i => phases.time(if (i == 0) "warm-up" else query)(spark.sql(text).head()))
      Seq(s"$query rows" -> answers.map(_.getLong(0)).sum.toDouble, s"$query sum" -> answers.map(_.getLong(1).toDouble).sum)
    }
  }

  private def table(spark: SparkSession, rows: Long, partitions: Int, columns: String, table: String): Unit = {
    val made: DataFrame = spark.range(0L, rows, 1L, partitions).selectExpr(columns.split(", (?![^(]*\\))").toSeq: _*)
    made.createOrReplaceTempView(table)
  }
}
