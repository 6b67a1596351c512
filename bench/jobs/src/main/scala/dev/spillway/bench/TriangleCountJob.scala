// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext

/** GraphX triangle count. Keys: `edges` (edge list). */
object TriangleCountJob extends Workload {
  val name = "triangle-count"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val graph = EdgeList.graph(sc, args)
    val edgeCount = phases.time("load")(graph.edges.count())
    val triangles = phases.time("iterate")(graph.triangleCount().vertices.map(_._2.toDouble).sum())
    Seq("edges" -> edgeCount.toDouble, "triangle_corners" -> triangles)
  }
}
