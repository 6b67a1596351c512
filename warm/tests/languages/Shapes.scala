// SPDX-License-Identifier: Apache-2.0
package languages

import scala.collection.immutable.TreeMap
import scala.collection.mutable

sealed trait Shape { def area: Double }
case class Circle(radius: Double) extends Shape { def area: Double = math.Pi * radius * radius }
case class Box(width: Double, height: Double) extends Shape { def area: Double = width * height }

/** Counts its own runs: a static that must be new in each. */
object Counter { val seen: mutable.Map[String, Int] = mutable.Map.empty.withDefaultValue(0) }

object Shapes {
  lazy val unit: Shape = { println("unit is made"); Circle(1) }
  implicit val bySize: Ordering[Shape] = Ordering.by(_.area)

  def main(args: Array[String]): Unit = {
    val shapes = Seq(unit, Box(2, 3), Box(1, 1), Circle(0.5))
    shapes.foreach(shape => Counter.seen(shape.productPrefixOf) += 1)
    println(TreeMap.from(Counter.seen))
    println(f"${shapes.max.area}%.3f of ${shapes.map(_.area).sum}%.3f")
    println(args.toList.flatMap(_.split(",")).zipWithIndex.groupMap(_._2 % 2)(_._1))
    val "circle" = args.headOption.getOrElse("circle"): @unchecked
  }

  private implicit class Named(shape: Shape) {
    def productPrefixOf: String = shape match { case p: Product => p.productPrefix }
  }
}
