// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench

import org.apache.spark.scheduler.{SparkListener, SparkListenerStageCompleted}

import scala.collection.mutable

/** What Spark tells of each stage that ended: its time, and the sums over its tasks. */
final class StageWatch extends SparkListener {
  private val stages = mutable.ArrayBuffer.empty[java.util.Map[String, Any]]

  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = synchronized {
    val info = event.stageInfo
    val m = info.taskMetrics
    val seconds = for (from <- info.submissionTime; to <- info.completionTime) yield (to - from) / 1e3
    val stage = new java.util.LinkedHashMap[String, Any]
    stage.put("id", info.stageId)
    stage.put("attempt", info.attemptNumber())
    stage.put("failed", info.failureReason.isDefined)
    stage.put("tasks", info.numTasks)
    stage.put("seconds", seconds.getOrElse(0.0))
    stage.put("task_s", m.executorRunTime / 1e3)
    stage.put("gc_s", m.jvmGCTime / 1e3)
    stage.put("shuffle_read_bytes", m.shuffleReadMetrics.totalBytesRead)
    stage.put("shuffle_write_bytes", m.shuffleWriteMetrics.bytesWritten)
    stage.put("fetch_wait_s", m.shuffleReadMetrics.fetchWaitTime / 1e3)
    stage.put("memory_spilled_bytes", m.memoryBytesSpilled)
    stage.put("disk_spilled_bytes", m.diskBytesSpilled)
    stage.put("peak_execution_bytes", m.peakExecutionMemory)
    stages += stage
  }

  def toList: java.util.List[java.util.Map[String, Any]] = synchronized(java.util.List.copyOf(java.util.Arrays.asList(stages.toSeq: _*)))
}
