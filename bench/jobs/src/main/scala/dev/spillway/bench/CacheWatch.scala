// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.scheduler.{SparkListener, SparkListenerBlockUpdated}
import org.apache.spark.storage.{BlockId, RDDBlockId}

import scala.collection.mutable

/** Follows the bytes Spark reports for cached RDD blocks: what is cached at most, and how often a block left memory. */
final class CacheWatch extends SparkListener {
  private val memory = mutable.HashMap.empty[BlockId, Long]
  private val disk = mutable.HashMap.empty[BlockId, Long]
  private var memoryNow, diskNow, memoryPeak, diskPeak, totalPeak, leftMemory = 0L

  override def onBlockUpdated(event: SparkListenerBlockUpdated): Unit = synchronized {
    val info = event.blockUpdatedInfo
    info.blockId match {
      case _: RDDBlockId =>
        val before = memory.getOrElse(info.blockId, 0L)
        if (before > 0 && info.memSize == 0) leftMemory += 1
        memoryNow += info.memSize - before
        diskNow += info.diskSize - disk.getOrElse(info.blockId, 0L)
        memory(info.blockId) = info.memSize
        disk(info.blockId) = info.diskSize
        memoryPeak = math.max(memoryPeak, memoryNow)
        diskPeak = math.max(diskPeak, diskNow)
        totalPeak = math.max(totalPeak, memoryNow + diskNow)
      case _ =>
    }
  }

  /** Peak bytes in memory and on disk, of both together, and the number of blocks that left memory. */
  def toSeq: Seq[(String, Long)] = synchronized {
    Seq("memory_peak_bytes" -> memoryPeak, "disk_peak_bytes" -> diskPeak, "total_peak_bytes" -> totalPeak,
      "blocks_left_memory" -> leftMemory)
  }
}
