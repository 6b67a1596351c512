// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.graphx.lib.ShortestPaths

/** GraphX hop distances to a few landmark vertices. Keys: `edges` (edge list), `landmarks` (how many, lowest ids first). */
object ShortestPathsJob extends Workload {
  val name = "shortest-paths"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val graph = EdgeList.graph(sc, args)
    val edgeCount = phases.time("load")(graph.edges.count())
    val landmarks = graph.vertices.map(_._1).takeOrdered(args.int("landmarks", 3)).toSeq
    val distances = phases.time("iterate")(ShortestPaths.run(graph, landmarks).vertices)
    val (reached, hops) = phases.time("digest") {
      distances.map { case (_, hop) => (hop.size.toLong, hop.values.map(_.toLong).sum) }
        .reduce((a, b) => (a._1 + b._1, a._2 + b._2))
    }
    Seq("edges" -> edgeCount.toDouble, "reached" -> reached.toDouble, "hops" -> hops.toDouble)
  }
}
