// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD

import java.util.SplittableRandom

/** A row of the table of visits of the Berkeley Big Data Benchmark. */
final case class Visit(sourceIP: String, destURL: String, visitDate: String, adRevenue: Double, userAgent: String,
    countryCode: String, languageCode: String, searchWord: String, duration: Int) {

  /** The length of the row as the benchmark's text file has it. */
  def textBytes: Int = sourceIP.length + destURL.length + visitDate.length + 8 + userAgent.length + countryCode.length +
    languageCode.length + searchWord.length + 4 + 9
}

/** A row of its table of pages. */
final case class Ranking(pageURL: String, pageRank: Int, avgDuration: Int)

/**
 * The tables `Uservisits` and `Rankings` of the Berkeley Big Data Benchmark at any size, made where they are read, the same
 * rows for the same keys. Keys: `rows` (visits), `pages`, `seed`, `partitions`.
 */
object UserVisits {
  private val countries = for (a <- 'A' to 'Z'; b <- 'A' to 'J') yield s"$a$b$b"
  private val agents = for (name <- Seq("Mozilla", "Opera", "Lynx", "Chrome"); version <- 1 to 50) yield s"$name/$version.0 (compatible)"

  def visits(sc: SparkContext, args: Arguments): RDD[Visit] = {
    val seed = args.long("seed", 42L)
    val pages = args.int("pages", 10000)
    val rows = args.long("rows", 10000L)
    val ips = math.max(1L, rows / 12)
    sc.range(0L, rows, 1L, args.partitions).map { id =>
      val random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L))
      Visit(ip(random.nextLong(ips)), url(random.nextInt(pages)), date(random.nextInt(15000)), random.nextInt(100000) / 100000.0,
        agents(random.nextInt(agents.size)), countries(random.nextInt(countries.size)), "en-" + random.nextInt(50),
        word(random), 1 + random.nextInt(10))
    }
  }

  def rankings(sc: SparkContext, args: Arguments): RDD[Ranking] = {
    val seed = args.long("seed", 42L)
    sc.range(0L, args.long("pages", 10000L), 1L, args.partitions).map { id =>
      val random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L) ^ 1L)
      Ranking(url(id.toInt), 1 + random.nextInt(10000), 1 + random.nextInt(60))
    }
  }

  private def ip(number: Long): String = {
    val mixed = number * 0x9E3779B1L & 0xFFFFFFFFL
    s"${mixed >> 24}.${mixed >> 16 & 255}.${mixed >> 8 & 255}.${mixed & 255}"
  }

  private def url(page: Int): String = s"http://www.page${Integer.toString(page, 36)}.example.org/path/${page % 97}/index.html"

  private def date(day: Int): String = java.time.LocalDate.ofEpochDay(day.toLong).toString

  private def word(random: SplittableRandom): String = {
    val letters = new Array[Char](6 + random.nextInt(18))
    for (i <- letters.indices) letters(i) = ('a' + random.nextInt(26)).toChar
    new String(letters)
  }
}
