// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.graphx.Edge
import org.apache.spark.graphx.lib.SVDPlusPlus

/**
 * GraphX SVD++: sources of the edge list are users, targets are items, the rating (1 to 5) follows from both ids.
 * Keys: `edges` (edge list), `rank`, `iterations`. The factors start random, so only the sizes are compared.
 */
object SvdPlusPlusJob extends Workload {
  val name = "svd-plus-plus"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val ratings = EdgeList.edges(sc, args)
      // Items get odd and users even ids: the graph has to be bipartite.
      .map(edge => Edge(edge.srcId * 2, edge.dstId * 2 + 1, 1.0 + (edge.srcId * 31 + edge.dstId) % 5))
      .cache() // not args.level: SVDPlusPlus caches its edges itself and refuses an RDD with another level
    val count = phases.time("load")(ratings.count())
    val settings = new SVDPlusPlus.Conf(args.int("rank", 8), args.int("iterations", 2), 0.0, 5.0, 0.007, 0.007, 0.005, 0.015)
    val (model, mean) = phases.time("iterate")(SVDPlusPlus.run(ratings, settings))
    val vertices = phases.time("digest")(model.vertices.count())
    Seq("ratings" -> count.toDouble, "vertices" -> vertices.toDouble, "mean_rating" -> mean)
  }
}
