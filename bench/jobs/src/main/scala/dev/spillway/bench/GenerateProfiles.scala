// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.hadoop.io.compress.GzipCodec
import org.apache.spark.SparkContext

import java.util.SplittableRandom

/**
 * Writes the input of [[ProfilesJob]] as gzipped text, the same one for the same keys.
 * Keys: `profiles` (how many), `events` (per profile), `seed`, `output` (new directory).
 */
object GenerateProfiles extends Workload {
  val name = "generate-profiles"
  private val countries = Array("AT", "BR", "CA", "DE", "ES", "FR", "GR", "IN", "JP", "US")

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val count = args.long("profiles", 10000L)
    val events = args.int("events", 10)
    val seed = args.long("seed", 42L)
    phases.time("generate") {
      sc.range(0L, count, 1L, args.partitions).map(id => line(id, events, new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L))))
        .saveAsTextFile(args.text("output"), classOf[GzipCodec])
    }
    Seq("profiles" -> count.toDouble)
  }

  private def line(id: Long, events: Int, random: SplittableRandom): String = {
    val text = new StringBuilder(32 * events)
    text.append(id).append('\t').append(countries(random.nextInt(countries.length))).append('\t')
    for (i <- 0 until events) {
      if (i > 0) text.append(';')
      text.append(1700000000000L + i * 60000L + random.nextInt(60000)).append(',').append(random.nextInt(16)).append(',')
        .append(1000 + random.nextInt(100000)).append(',').append(random.nextInt(100000) / 100.0)
    }
    text.toString
  }
}
