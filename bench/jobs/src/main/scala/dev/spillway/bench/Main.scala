// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import com.fasterxml.jackson.databind.ObjectMapper
import org.apache.spark.{SparkConf, SparkContext}

import java.lang.management.ManagementFactory

/**
 * `spark-submit ... <job> --key value ...` runs one workload and prints one line `RESULT {json}` with its digest, phases,
 * what was cached and how large the table is that the job looked things up in. Keys of all jobs: `level` (storage level), `partitions`, `live` (1: measure the live cached bytes).
 */
object Main {

  private val workloads: Seq[Workload] = Seq(
    PageRankJob, ProfilesJob, ConnectedComponentsJob, ShortestPathsJob, SvdPlusPlusJob, TriangleCountJob,
    LinearRegressionJob, LogisticRegressionJob, SvmJob, NaiveBayesJob, RelationalJob, GroupingJob, JoiningJob, PairsJob, PairsJoinJob,
    OperationJob, SqlJob,
    TeraSortJob, SortJob, WordCountJob, LinkRankJob, BayesJob, KMeansJob, PhasesJob, SeasonsJob,
    GenerateGraph, GenerateProfiles)

  def main(words: Array[String]): Unit = {
    val workload = words.headOption.flatMap(name => workloads.find(_.name == name)).getOrElse {
      System.err.println(s"usage: <job> --key value ...; jobs: ${workloads.map(_.name).mkString(", ")}")
      sys.exit(2)
    }
    val args = Arguments.parse(words.toSeq.tail)
    val phases = new Phases(args.int("live", 0) == 1)
    val watch = new CacheWatch
    val sc = phases.time("start")(new SparkContext(new SparkConf().setIfMissing("spark.app.name", workload.name)))
    sc.addSparkListener(watch)
    val stages = new StageWatch
    sc.addSparkListener(stages)
    // In local mode this JVM runs the tasks, which shall not wait for the table; an executor makes its own when a task needs it.
    val table = phases.time("table")(LookupTable.of(args.table))
    val digest =
      try phases.time("job")(workload.run(sc, args, phases))
      finally sc.stop() // also delivers the last block events to the watch
    println("RESULT " + json(workload.name, digest, phases, watch, stages, table))
  }

  private def json(name: String, digest: Seq[(String, Double)], phases: Phases, watch: CacheWatch,
      stages: StageWatch, table: LookupTable): String = {
    val result = new java.util.LinkedHashMap[String, Any]
    result.put("job", name)
    result.put("digest", ordered(digest))
    result.put("phases_s", ordered(phases.toSeq))
    result.put("cached", ordered(watch.toSeq :+ ("live_heap_bytes" -> phases.liveBytes)))
    result.put("stages", stages.toList)
    result.put("table_mb", table.heldMegabytes)
    result.put("spark", org.apache.spark.SPARK_VERSION)
    result.put("java", System.getProperty("java.vm.version"))
    result.put("jvm_up_s", ManagementFactory.getRuntimeMXBean.getUptime / 1e3)
    new ObjectMapper().writeValueAsString(result)
  }

  private def ordered[V](pairs: Seq[(String, V)]): java.util.Map[String, V] = {
    val map = new java.util.LinkedHashMap[String, V]
    pairs.foreach { case (key, value) => map.put(key, value) }
    map
  }
}
