// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext

/** GraphX PageRank with a fixed number of iterations. Keys: `edges` (edge list), `iterations`. */
object PageRankJob extends Workload {
  val name = "pagerank"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val graph = EdgeList.graph(sc, args)
    val edgeCount = phases.time("load")(graph.edges.count())
    val ranks = phases.time("iterate")(graph.staticPageRank(args.int("iterations", 6)).vertices)
    val (count, sum, squares, max) = phases.time("digest") {
      ranks.map { case (_, rank) => (1L, rank, rank * rank, rank) }
        .reduce((a, b) => (a._1 + b._1, a._2 + b._2, a._3 + b._3, math.max(a._4, b._4)))
    }
    phases.cacheIsFull()
    Seq("edges" -> edgeCount.toDouble, "vertices" -> count.toDouble, "rank_sum" -> sum, "rank_squares" -> squares,
      "rank_max" -> max)
  }
}
