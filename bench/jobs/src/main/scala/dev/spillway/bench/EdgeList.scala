// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.graphx.{Edge, Graph}
import org.apache.spark.rdd.RDD

/** Loads graphs from edge lists in the text form of SNAP: `source target` per line, `#` starts a comment, plain or .gz. */
object EdgeList {

  /** The graph of the file or directory given by `--edges`; vertices and edges use the storage level of the job. */
  def graph(sc: SparkContext, args: Arguments): Graph[Int, Int] = {
    val graph = Graph.fromEdges(edges(sc, args), 1, args.level, args.level)
    graph.cache()
  }

  def edges(sc: SparkContext, args: Arguments): RDD[Edge[Int]] = {
    val lines = sc.textFile(args.text("edges"), args.partitions)
    // A .gz file cannot be split, so its lines are spread by hand.
    val spread = if (lines.getNumPartitions < args.partitions) lines.repartition(args.partitions) else lines
    spread.filter(line => line.nonEmpty && line.charAt(0) != '#').map(parse)
  }

  private def parse(line: String): Edge[Int] = {
    val fields = line.split("[\\s,]+", 3)
    if (fields.length < 2) throw new IllegalArgumentException(s"not an edge (source target): $line")
    Edge(fields(0).toLong, fields(1).toLong, 1)
  }
}
