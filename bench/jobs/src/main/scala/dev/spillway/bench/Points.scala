// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD

import java.util.SplittableRandom

/** Points for the regressions, the same ones for the same keys. Keys: `examples`, `features`, `seed`. */
object Points {

  /** Dense points whose label is the sign (`binary`) or the value of a fixed linear function, plus some noise. */
  def dense(sc: SparkContext, args: Arguments, binary: Boolean): RDD[LabeledPoint] = {
    val features = args.int("features", 100)
    val seed = args.long("seed", 42L)
    sc.range(0L, args.long("examples", 1000L), 1L, args.partitions).map { id =>
      val random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L))
      val values = Array.fill(features)(random.nextDouble() * 2 - 1)
      val signal = values.indices.map(i => if (i % 2 == 0) values(i) else -values(i)).sum + random.nextDouble() - 0.5
      LabeledPoint(if (binary) { if (signal > 0) 1.0 else 0.0 } else signal, Vectors.dense(values))
    }.persist(args.level)
  }

  /** Documents as sparse word counts in four classes; a class has words of its own besides the common ones. */
  def documents(sc: SparkContext, args: Arguments): RDD[LabeledPoint] = {
    val features = args.int("features", 1000)
    val words = args.int("words", 50)
    val seed = args.long("seed", 42L)
    sc.range(0L, args.long("examples", 1000L), 1L, args.partitions).map { id =>
      val random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L))
      val label = random.nextInt(4)
      val counts = (0 until words).map { _ =>
        if (random.nextInt(4) == 0) label * (features / 4) + random.nextInt(features / 4) else random.nextInt(features)
      }.groupMapReduce(identity)(_ => 1.0)(_ + _)
      LabeledPoint(label.toDouble, Vectors.sparse(features, counts.toSeq))
    }.persist(args.level)
  }
}
