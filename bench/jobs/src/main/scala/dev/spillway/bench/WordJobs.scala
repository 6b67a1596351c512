// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.classification.NaiveBayes
import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD

import java.util.SplittableRandom

/**
 * HiBench's WordCount: words of a vocabulary, rare ones more numerous, counted. Keys: `records` (lines of 10 words),
 * `vocabulary`, `reducers`, `partitions`, `seed`.
 */
object WordCountJob extends Workload {
  val name = "wordcount"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val vocabulary = args.long("vocabulary", 1000L)
    val words = RandomText.lines(sc, args).flatMap(random => Iterator.fill(10)(Vocabulary.word(random, vocabulary)))
    phases.time("count") {
      val counts = words.map((_, 1L)).reduceByKey(_ + _, args.int("reducers", 4))
      val (distinct, total, hash) = counts.map { case (word, n) => (1L, n, word.hashCode * n) }
        .fold((0L, 0L, 0L))((a, b) => (a._1 + b._1, a._2 + b._2, a._3 + b._3))
      Seq("distinct" -> distinct.toDouble, "total" -> total.toDouble, "hash" -> (hash & 0xFFFFFFFFFFFFL).toDouble)
    }
  }
}

/**
 * HiBench's Bayes: counts the words of all documents, takes the most frequent ones as features, trains MLlib's naive Bayes.
 * Keys: those of [[WordCountJob]], `features`.
 */
object BayesJob extends Workload {
  val name = "bayes"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val vocabulary = args.long("vocabulary", 1000L)
    val documents: RDD[(Double, Seq[String])] = RandomText.lines(sc, args).map { random =>
      (random.nextInt(4).toDouble, Seq.fill(30)(Vocabulary.word(random, vocabulary)))
    }
    val features = phases.time("count") {
      documents.flatMap(_._2).map((_, 1L)).reduceByKey(_ + _, args.int("reducers", 4))
        .top(args.int("features", 1000))(Ordering.by { case (word, n) => (n, word) }).map(_._1).zipWithIndex.toMap
    }
    val known = sc.broadcast(features)
    val points = documents.map { case (label, words) =>
      val counts = words.flatMap(known.value.get).groupMapReduce(identity)(_ => 1.0)(_ + _)
      LabeledPoint(label, Vectors.sparse(known.value.size, counts.toSeq))
    }
    val model = phases.time("train")(NaiveBayes.train(points))
    Seq("features" -> features.size.toDouble, "pi" -> model.pi.sum, "theta" -> model.theta.map(_.sum).sum)
  }
}

/** Words by number. */
private object Vocabulary {

  /** A word of `size` ones: half of all draws are among a hundredth of them. */
  def word(random: SplittableRandom, size: Long): String = {
    val number = if (random.nextBoolean()) random.nextLong(math.max(1L, size / 100)) else random.nextLong(size)
    java.lang.Long.toString(number * 0x9E3779B1L + 17, 36)
  }
}
