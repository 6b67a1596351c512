// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.classification.NaiveBayes

/** MLlib naive Bayes: trains on cached documents with several smoothings and counts the hits of each. Keys: `iterations`. */
object NaiveBayesJob extends Workload {
  val name = "naive-bayes"

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val documents = Points.documents(sc, args)
    val count = phases.time("load")(documents.count())
    phases.cacheIsFull()
    val hits = phases.time("iterate") {
      (1 to args.int("iterations", 3)).map { smoothing =>
        val model = NaiveBayes.train(documents, smoothing.toDouble)
        documents.filter(document => model.predict(document.features) == document.label).count().toDouble
      }
    }
    Seq("documents" -> count.toDouble, "hits" -> hits.sum)
  }
}
