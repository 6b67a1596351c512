// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.Map;
import org.apache.spark.scheduler.SparkListenerBlockManagerAdded;
import org.apache.spark.scheduler.SparkListenerEnvironmentUpdate;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Memory for one task: the executor's heap memory for execution and storage, which is {@code spark.memory.fraction} of the
 * heap less 300 MiB, divided by the tasks it runs at once. All of it is in an event log.
 */
final class ExecutorMemory {
    // Executors come and go with dynamic allocation.
    private static final int MOST_EXECUTORS = 10_000;

    private final Map<String, Long> heapBytes = new Recent<>(MOST_EXECUTORS);
    private final Map<String, Integer> cores = new Recent<>(MOST_EXECUTORS);
    private int coresPerTask = 1;

    void added(SparkListenerBlockManagerAdded event) {
        long bytes = event.maxOnHeapMem().isDefined() ? ((Number) event.maxOnHeapMem().get()).longValue() : event.maxMem();
        heapBytes.put(event.blockManagerId().executorId(), bytes);
    }

    void added(SparkListenerExecutorAdded event) {
        cores.put(event.executorId(), event.executorInfo().totalCores());
    }

    void updated(SparkListenerEnvironmentUpdate event) {
        scala.Option<scala.collection.Seq<Tuple2<String, String>>> settings = event.environmentDetails().get("Spark Properties");
        if (settings.isDefined()) {
            for (Tuple2<String, String> setting : CollectionConverters.asJava(settings.get())) {
                if (setting._1().equals("spark.task.cpus")) {
                    coresPerTask = Math.max(1, Integer.parseInt(setting._2().trim()));
                }
            }
        }
    }

    /** Bytes for a task of that executor; 0 if the executor is not known. */
    long perTask(String executor) {
        int atOnce = Math.max(1, cores.getOrDefault(executor, 0) / coresPerTask);
        return cores.containsKey(executor) ? heapBytes.getOrDefault(executor, 0L) / atOnce : 0;
    }
}
