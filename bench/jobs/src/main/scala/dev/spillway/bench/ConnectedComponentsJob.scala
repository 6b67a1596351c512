// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext

/** GraphX connected components. Keys: `edges` (edge list), `iterations` (limit of supersteps). */
object ConnectedComponentsJob extends Workload {
  val name = "connected-components"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val graph = EdgeList.graph(sc, args)
    val edgeCount = phases.time("load")(graph.edges.count())
    val labels = phases.time("iterate")(graph.connectedComponents(args.int("iterations", 20)).vertices.map(_._2))
    val (components, labelSum) = phases.time("digest")((labels.distinct().count(), labels.map(_.toDouble).sum()))
    Seq("edges" -> edgeCount.toDouble, "components" -> components.toDouble, "label_sum" -> labelSum)
  }
}
