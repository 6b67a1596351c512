// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.mllib.optimization._

/**
 * MLlib's gradient descent over cached dense points, all of them in every iteration.
 * Keys: those of [[Points]], `iterations`.
 */
sealed abstract class RegressionJob(val name: String, gradient: Gradient, updater: Updater, binary: Boolean) extends Workload {

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val points = Points.dense(sc, args, binary)
    val count = phases.time("load")(points.count())
    phases.cacheIsFull()
    val data = points.map(point => (point.label, point.features))
    val start = Vectors.zeros(args.int("features", 100))
    val (weights, losses) = phases.time("iterate") {
      GradientDescent.runMiniBatchSGD(data, gradient, updater, 0.1, args.int("iterations", 10), 0.01, 1.0, start, 0.0)
    }
    Seq("points" -> count.toDouble, "weight_norm" -> Vectors.norm(weights, 2), "last_loss" -> losses.last)
  }
}

/** Linear regression: squared loss. */
object LinearRegressionJob extends RegressionJob("linear-regression", new LeastSquaresGradient, new SimpleUpdater, false)

/** Logistic regression: logistic loss, L2. */
object LogisticRegressionJob extends RegressionJob("logistic-regression", new LogisticGradient, new SquaredL2Updater, true)

/** Support vector machine: hinge loss, L2. */
object SvmJob extends RegressionJob("svm", new HingeGradient, new SquaredL2Updater, true)
