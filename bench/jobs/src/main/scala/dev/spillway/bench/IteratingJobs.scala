// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.clustering.KMeans
import org.apache.spark.mllib.linalg.Vectors

import java.util.SplittableRandom

/**
 * HiBench's PageRank, on RDDs: groups the links once and caches them, joins them with the ranks in each iteration. Keys:
 * `records` (links), `pages`, `iterations`, `reducers`, `partitions`, `seed`, `level`, `table` (what is known of a page, [[LookupTable]]).
 */
object LinkRankJob extends Workload {
  val name = "rdd-pagerank"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val pages = args.long("pages", 1000L)
    val reducers = args.int("reducers", 4)
    val table = args.table
    val links = RandomText.lines(sc, args).map(random => (page(random, pages), page(random, pages)))
      .groupByKey(reducers).persist(args.level)
    phases.time("rank") {
      val ranks = (1 to args.int("iterations", 3)).foldLeft(links.mapValues(_ => 1.0)) { (ranks, _) =>
        links.join(ranks).values.flatMap { case (targets, rank) => targets.map((_, rank / targets.size)) }
          .reduceByKey(_ + _, reducers).mapPartitions(weighed(_, LookupTable.of(table)), preservesPartitioning = true)
      }
      Seq("pages" -> ranks.count().toDouble, "sum" -> ranks.values.sum())
    }
  }

  /** The new ranks: a page has the more of its own the more the table says of it. */
  private def weighed(sums: Iterator[(String, Double)], table: LookupTable): Iterator[(String, Double)] =
    sums.map { case (page, sum) => (page, 0.15 * (1 + table.at(page) / 1000.0) + 0.85 * sum) }

  // Few pages have many links, as in the web: the square of a uniform number is small more often.
  private def page(random: SplittableRandom, pages: Long): String = {
    val uniform = random.nextDouble()
    "page" + (uniform * uniform * pages).toLong
  }
}

/** HiBench's Kmeans: MLlib's, on cached points. Keys: `records`, `dimensions`, `clusters`, `iterations`, `partitions`, `level`. */
object KMeansJob extends Workload {
  val name = "kmeans"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val dimensions = args.int("dimensions", 20)
    val clusters = args.int("clusters", 5)
    val points = RandomText.lines(sc, args).map { random =>
      val centre = random.nextInt(clusters) * 10.0
      Vectors.dense(Array.fill(dimensions)(centre + random.nextDouble()))
    }.persist(args.level)
    phases.time("cluster") {
      val model = new KMeans().setK(clusters).setMaxIterations(args.int("iterations", 5)).setSeed(42L).run(points)
      Seq("points" -> points.count().toDouble, "cost" -> model.computeCost(points))
    }
  }
}
