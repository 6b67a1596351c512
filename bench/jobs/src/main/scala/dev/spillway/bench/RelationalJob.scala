// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

import java.util.SplittableRandom

/** A row of the table that is asked. */
final case class Sale(id: Long, customer: Int, product: String, price: Double)

/**
 * SQL over a cached RDD of case classes, or over a cached table (`cached`: `rdd` or `table`), several questions. Keys: `rows`, `iterations`,
 * `seed`, `cached`.
 */
object RelationalJob extends Workload {
  val name = "relational"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val spark = SparkSession.builder().getOrCreate()
    val seed = args.long("seed", 42L)
    val sales = sc.range(0L, args.long("rows", 10000L), 1L, args.partitions).map { id =>
      val random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L))
      Sale(id, random.nextInt(10000), s"product-${random.nextInt(5000)}", random.nextInt(10000) / 100.0)
    }
    val asTable = args.text("cached", "rdd") == "table"
    if (!asTable) sales.persist(args.level)
    spark.createDataFrame(sales).createOrReplaceTempView("sales")
    if (asTable) spark.catalog.cacheTable("sales", args.level)
    val count = phases.time("load")(if (asTable) spark.table("sales").count() else sales.count())
    phases.cacheIsFull()
    val answers = phases.time("iterate") {
      (1 to args.int("iterations", 3)).map { i =>
        val row = spark.sql(s"""select count(*), sum(total) from (select customer, sum(price) as total from sales
          where price > ${i * 5} group by customer) where total > 100""").head()
        val products = spark.sql(s"select count(distinct product) from sales where customer % 7 = $i").head().getLong(0)
        row.getLong(0) + row.getDouble(1) + products
      }
    }
    Seq("rows" -> count.toDouble, "answers" -> answers.sum)
  }
}
