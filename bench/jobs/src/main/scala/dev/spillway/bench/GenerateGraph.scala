// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.graphx.util.GraphGenerators

/**
 * Writes an edge list whose out-degrees are log-normal with the parameters of SparkBench (mu 4.0, sigma 1.3), the same one
 * for the same keys. Keys: `vertices` (a vertex has about 120 edges on average), `mu`, `sigma`, `seed`, `output` (new directory).
 */
object GenerateGraph extends Workload {
  val name = "generate-graph"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val graph = GraphGenerators.logNormalGraph(sc, args.int("vertices", 10000), args.partitions,
      args.double("mu", 4.0), args.double("sigma", 1.3), args.long("seed", 42L))
    val edges = sc.longAccumulator("edges")
    phases.time("generate") {
      graph.edges.map { edge => edges.add(1); s"${edge.srcId}\t${edge.dstId}" }.saveAsTextFile(args.text("output"))
    }
    Seq("edges" -> edges.value.toDouble)
  }
}
