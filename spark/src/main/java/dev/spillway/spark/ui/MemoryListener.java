// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockManagerAdded;
import org.apache.spark.scheduler.SparkListenerEnvironmentUpdate;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;

/** Knows the memory of executors. Thread-safe; who reads it holds the lock of the listener. */
abstract class MemoryListener extends SparkListener {
    /** What has been told of executors so far. */
    final ExecutorMemory memory = new ExecutorMemory();

    @Override
    public synchronized void onEnvironmentUpdate(SparkListenerEnvironmentUpdate event) {
        memory.updated(event);
    }

    @Override
    public synchronized void onBlockManagerAdded(SparkListenerBlockManagerAdded event) {
        memory.added(event);
    }

    @Override
    public synchronized void onExecutorAdded(SparkListenerExecutorAdded event) {
        memory.added(event);
    }
}
