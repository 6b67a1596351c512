// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD

import scala.reflect.ClassTag

/** A value that is an object of a class of the program. */
final case class Reading(sensor: Int, at: Long, note: String)

/**
 * One operation of RDDs over pairs of a number and a value. Keys: `operation` (one of [[OperationJob.operations]]), `values`
 * (strings or objects), `pairs`, `keys`, `reducers`, `partitions`. The right side of what takes two has a quarter of the pairs.
 */
object OperationJob extends Workload {
  val name = "operation"

  val operations: Seq[String] = Seq("groupByKey", "groupBy", "cogroup", "groupWith", "join", "leftOuterJoin", "rightOuterJoin",
    "fullOuterJoin", "subtractByKey", "reduceByKey", "aggregateByKey", "foldByKey", "combineByKey")

  def run(sc: SparkContext, args: Arguments, phases: Phases): Seq[(String, Double)] = {
    val operation = args.text("operation")
    if (!operations.contains(operation)) throw new IllegalArgumentException(s"--operation: unknown: $operation")
    // Values have a type of their own: Spark takes Kryo for strings by itself, but only if it is told that they are.
    args.text("values", "strings") match {
      case "strings" => run(sc, args, phases, operation)(id => "value-" + (id & 0xFFFFFFL))
      case "objects" => run(sc, args, phases, operation)(id => Reading((id % 100).toInt, id, "note"))
      case other => throw new IllegalArgumentException(s"--values: unknown: $other")
    }
  }

  private def run[V: ClassTag](sc: SparkContext, args: Arguments, phases: Phases, operation: String)(value: Long => V) = {
    val pairs = args.long("pairs", 10000L)
    val keys = args.long("keys", 1000L)
    def side(size: Long, first: Long): RDD[(Long, V)] =
      sc.range(0L, size, 1L, args.partitions).map(id => (first + (id * 0x9E3779B97F4A7C15L >>> 20) % keys, value(id)))
    val reducers = args.int("reducers", 8)
    // Half of the keys of the right side are those of the left one.
    val (left, right) = (side(pairs, 0L), side(pairs / 4, keys / 2))
    phases.time("operation")(Sums.of(grouping(operation, left, right, reducers).getOrElse(reducing(operation, left, reducers))))
  }

  private def grouping[V: ClassTag](operation: String, left: RDD[(Long, V)], right: RDD[(Long, V)], n: Int): Option[RDD[Sums]] =
    Some(operation).collect {
      case "groupByKey" => left.groupByKey(n).map { case (key, values) => sums(key, values) }
      case "groupBy" => left.groupBy((pair: (Long, V)) => pair._1, n).map { case (key, pairs) => sums(key, pairs.map(_._2)) }
      case "cogroup" => left.cogroup(right, n).map { case (key, (a, b)) => sums(key, a ++ b) }
      case "groupWith" => left.groupWith(right).map { case (key, (a, b)) => sums(key, a ++ b) }
      case "join" => left.join(right, n).map { case (key, both) => one(key, both) }
      case "leftOuterJoin" => left.leftOuterJoin(right, n).map { case (key, both) => one(key, both) }
      case "rightOuterJoin" => left.rightOuterJoin(right, n).map { case (key, both) => one(key, both) }
      case "fullOuterJoin" => left.fullOuterJoin(right, n).map { case (key, both) => one(key, both) }
      case "subtractByKey" => left.subtractByKey(right, n).map { case (key, value) => one(key, value) }
    }

  private def reducing[V: ClassTag](operation: String, left: RDD[(Long, V)], n: Int): RDD[Sums] = {
    val hashes = left.mapValues(value => value.hashCode.toLong)
    val reduced = operation match {
      case "reduceByKey" => hashes.reduceByKey(_ + _, n)
      case "aggregateByKey" => hashes.aggregateByKey(0L, n)(_ + _, _ + _)
      case "foldByKey" => hashes.foldByKey(0L, n)(_ + _)
      case "combineByKey" => hashes.combineByKey((hash: Long) => hash, (a: Long, b: Long) => a + b, (a: Long, b: Long) => a + b, n)
    }
    reduced.map { case (key, hash) => Sums(1L, 1L, key * 31L + hash) }
  }

  private def sums(key: Long, values: Iterable[Any]): Sums = {
    val (count, hash) = values.iterator.foldLeft((0L, 0L)) { case ((n, h), value) => (n + 1, h + value.hashCode) }
    Sums(1L, count, key * 31L + hash)
  }

  private def one(key: Long, value: Any): Sums = Sums(1L, 1L, key * 31L + value.hashCode)
}
