// SPDX-License-Identifier: Apache-2.0
package languages

import kotlin.properties.Delegates
import kotlin.random.Random

enum class Kind { SHORT, LONG }

/** Counts its own runs: a static that must be new in each. */
object Counter {
    var changes = 0
    var last: Int by Delegates.observable(0) { _, _, _ -> changes++ }
}

val seeded by lazy { println("seeded is made"); Random(7).nextInt(1000) }

suspend fun SequenceScope<Int>.squares(n: Int) { for (i in 1..n) yield(i * i) }

fun main(args: Array<String>) {
    for (square in sequence { squares(5) }) Counter.last = square
    println("${Counter.changes} changes, last ${Counter.last}, $seeded $seeded")
    val words = args.flatMap { it.split(",") }.groupBy { if (it.length < 4) Kind.SHORT else Kind.LONG }
    println(words.toSortedMap())
    println(Regex("(\\w)(\\w+)").replace("to be or not") { it.groupValues[2] + it.groupValues[1] })
    check(args.isNotEmpty()) { "no words" }
}
